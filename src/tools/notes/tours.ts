/** Reads CodeTour files as notes: https://github.com/microsoft/codetour, schema version 1. */
import { z } from 'zod';
import { isGraphMemoryError } from '../../base/errors.ts';
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import type { RepoPath } from '../../model/path.ts';
import { Binder } from '../../notes/bind.ts';
import { type ProjectNote, stateOf } from '../../notes/project-notes.ts';
import type { OpenIndex } from '../context.ts';
import { enclosingSymbol } from '../input/find-symbol.ts';

const TOUR_PATH = /(?:^|\/)\.tours\/([^/]+)\.tour$/;
const TOURS_MAX = 100;
const STEPS_MAX = 100;

const tourSchema = z.object({
  title: z.string().default(''),
  description: z.string().default(''),
  steps: z
    .array(
      z.object({
        file: z.string().optional(),
        line: z.int().optional(),
        title: z.string().default(''),
        description: z.string().default(''),
      }),
    )
    .default([]),
});
type Tour = z.output<typeof tourSchema>;

/** Returns a note for each tour of a project; what cannot be read as one is left out. */
export async function tourNotes(open: OpenIndex): Promise<readonly ProjectNote[]> {
  const paths = (await open.project.files()).filter((path) => TOUR_PATH.test(path));
  const notes = await Promise.all(paths.slice(0, TOURS_MAX).map((path) => tourNote(open, path)));
  return notes.flatMap((note) => note ?? []);
}

async function tourNote(open: OpenIndex, path: RepoPath): Promise<ProjectNote | undefined> {
  const tour = await readTour(open, path);
  if (tour === undefined) return undefined;
  const name = TOUR_PATH.exec(path)?.[1] ?? '';
  const slug = name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const about = targetsOf(open.snapshot.graph, tour);
  const binder = new Binder({ ...open.snapshot, noteNodes: new Map() }, about);
  const targets = about.map((target) => binder.bind(target));
  return {
    format: 'tour',
    section: -1,
    id: `tour-${slug}`.slice(0, 80).replace(/-+$/, ''),
    kind: 'howto',
    title: tour.title || name,
    tags: [],
    status: 'active',
    created: '',
    author: '',
    source: 'person',
    commit: '',
    about,
    supersedes: [],
    path,
    isPersonal: false,
    node: -1,
    body: bodyOf(tour),
    targets,
    state: stateOf(targets),
    supersededBy: [],
  };
}

async function readTour({ project }: OpenIndex, path: RepoPath): Promise<Tour | undefined> {
  try {
    const { text } = await project.readText(path);
    return tourSchema.safeParse(JSON.parse(text)).data;
  } catch (error) {
    // Not JSON, or a file that may not be shown.
    if (error instanceof SyntaxError || isGraphMemoryError(error)) return undefined;
    throw error;
  }
}

/** Returns the symbols at the lines of the steps. */
function targetsOf(graph: SymbolGraph, { steps }: Tour) {
  const ids = steps.slice(0, STEPS_MAX).flatMap(({ file, line }) => {
    const path = file?.replaceAll('\\', '/').replace(/^\.\//, '') ?? '';
    if (graph.fileNode(path) === undefined) return path === '' ? [] : [path];
    const node = line === undefined ? undefined : enclosingSymbol(graph, path, line);
    return [node === undefined ? path : graph.node(node).id];
  });
  return [...new Set(ids)].map((target) => ({ target, fingerprint: '', line: 1 }));
}

function bodyOf({ description, steps }: Tour): string {
  const parts = steps.slice(0, STEPS_MAX).map(({ file, line, title, description: text }, index) => {
    const place = file === undefined ? '' : ` (${file}${line === undefined ? '' : `:${line}`})`;
    return `${index + 1}. ${title}${place}\n${text}`.trim();
  });
  return [description, ...parts].filter((part) => part !== '').join('\n\n');
}
