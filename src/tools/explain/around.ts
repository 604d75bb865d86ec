/** Makes the sections of a pack that need more than the graph: notes, entry points, settings, pages. */
import { appendTo } from '../../base/append-to.ts';
import { uniqueBy } from '../../base/unique-by.ts';
import type { ExplainPack, PackRow, PackSection } from '../../explain/pack.ts';
import { entryTitle } from '../../model/entry-point.ts';
import type { RepoPath } from '../../model/path.ts';
import { TEST_CLIENT } from '../../model/route-request.ts';
import { notesAbout } from '../../notes/notes-about.ts';
import { referencesAcross } from '../docs/across.ts';
import { isDocumentation } from '../docs/cross-references.ts';
import { entryPointsTo, reachedText } from '../entry-points/reached-from.ts';
import { requestersOf } from '../entry-points/requesters.ts';
import type { IndexCall } from '../index-tool.ts';
import { noteLine } from '../notes/note-item.ts';
import { settingLine } from '../settings/settings.ts';

/** Routes that a row of a test file names. */
const TITLES_MAX = 3;

/** Returns all sections of an answer in their order. */
export async function sectionsOf(
  call: IndexCall,
  pack: ExplainPack,
): Promise<readonly PackSection[]> {
  return [
    section('notes', 'notes', notes(call, pack)),
    section('entry_points', 'entered by', entryPoints(call, pack)),
    ...pack.sections,
    section('requests', 'requested by', await requests(call, pack)),
    section('settings', 'settings', settings(call, pack)),
    section('documentation', 'documentation', await documentation(call, pack)),
    section('commits', 'last commits', await commits(call, pack)),
  ].filter(({ rows }) => rows.length > 0);
}

function section(name: string, title: string, rows: readonly PackRow[]): PackSection {
  return { name, title, rows };
}

/** Returns the settings that the core, or a function it calls, reads or declares. */
function settings({ snapshot }: IndexCall, { core, steps }: ExplainPack): readonly PackRow[] {
  const own = new Set([...core.map(({ symbol }) => symbol), ...steps].map(({ id }) => id));
  return snapshot.settings.flatMap((setting) => {
    const place = [...setting.reads, ...setting.declarations].find(({ symbol }) => own.has(symbol));
    if (place === undefined) return [];
    const { symbol, path, line } = place;
    return [{ symbol, path, lines: [line], text: settingLine(setting), hasCode: true }];
  });
}

/** Returns the entry points that lead to the core, with the symbols on the way. */
function entryPoints(
  { snapshot: { graph, entryPoints } }: IndexCall,
  { core }: ExplainPack,
): readonly PackRow[] {
  const nodes = core.map(({ node }) => node);
  return entryPointsTo(graph, entryPoints, nodes).items.map((reached): PackRow => {
    const { handler, path, line } = reached.entry;
    const text = reachedText(graph, reached);
    return { symbol: handler || path, path, lines: [line], text, hasCode: false };
  });
}

/** Returns the calls of HTTP clients that lead to the routes that the core handles, those of tests by file. */
async function requests(
  { context, open, project }: IndexCall,
  { core }: ExplainPack,
): Promise<readonly PackRow[]> {
  const rows: PackRow[] = [];
  const tests = new Map<RepoPath, { readonly line: number; readonly title: string }[]>();
  for (const { symbol: handler } of core) {
    for (const { open: other, request, entry } of await requestersOf(context, open, handler.id)) {
      const { client, symbol, path, line } = request;
      if (client === TEST_CLIENT) {
        appendTo(tests, path, { line, title: entryTitle(entry) });
        continue;
      }
      const isOwn = other.project === project;
      const text = isOwn ? entryTitle(entry) : `${entryTitle(entry)} [${other.project.name}]`;
      rows.push({ symbol, path, lines: [line], text, hasCode: isOwn });
    }
  }
  for (const [path, own] of tests) {
    const titles = [...new Set(own.map(({ title }) => title))].slice(0, TITLES_MAX);
    const lines = own.map(({ line }) => line);
    rows.push({ symbol: path, path, lines, text: titles.join(', '), hasCode: false });
  }
  return rows;
}

/** Returns the sections of pages that explain the core or show its use, also of linked projects. */
async function documentation(
  { context, open }: IndexCall,
  { core }: ExplainPack,
): Promise<readonly PackRow[]> {
  const rows: PackRow[] = [];
  for (const { symbol } of core) {
    for (const row of (await referencesAcross(context, open, symbol)).filter(isDocumentation)) {
      const { id, path, name } = row.node;
      rows.push({ symbol: id, path, lines: row.lines, text: name, hasCode: false });
    }
  }
  return uniqueBy(rows, ({ symbol }) => symbol);
}

/** Returns the notes about the core. */
function notes({ snapshot }: IndexCall, { core }: ExplainPack): readonly PackRow[] {
  const nodes = core.map(({ node }) => node);
  return notesAbout(snapshot, nodes).map((note): PackRow => {
    const { startLine } = note.isPersonal ? { startLine: 1 } : snapshot.graph.node(note.node);
    const { id, path } = note;
    return { symbol: id, path, lines: [startLine], text: noteLine(note), hasCode: false };
  });
}

/** Maximum number of commits in an answer. */
const COMMITS_MAX = 3;

/** Returns the last commits that changed the files of the core, each once. */
async function commits({ project }: IndexCall, { core }: ExplainPack): Promise<readonly PackRow[]> {
  const recent = (await project.commits.recent(project.commit())) ?? [];
  const paths = [...new Set(core.map(({ symbol }) => symbol.path))];
  return recent
    .flatMap(({ subject, paths: changed }) => {
      const path = paths.find((one) => changed.includes(one));
      return path === undefined
        ? []
        : [{ symbol: path, path, lines: [], text: subject, hasCode: false }];
    })
    .slice(0, COMMITS_MAX);
}
