import { z } from 'zod';
import { assert } from '../base/assert.ts';
import { GraphMemoryError } from '../base/errors.ts';
import { linesOf } from '../base/lines.ts';
import type { Project } from '../project/project.ts';
import { sizeIn } from './answer/budget.ts';
import { cutToBytes } from './answer/cut-bytes.ts';
import { DATA_NOTICE, MARGIN_CHARACTERS, numbered, place, visible } from './answer/display.ts';
import { indexFields, indexShape } from './answer/index-fields.ts';
import type { RenderAnswer } from './answer/rendered-answer.ts';
import { type RequestedAnswer, renderSeveral } from './answer/several.ts';
import { isSameContent, stableRef } from './answer/stable-ref.ts';
import type { OpenIndex, ToolContext } from './context.ts';
import { type FieldsOf, openAt, readTool, revisionParameter } from './index-tool.ts';
import { eachItem, failedItemSchema, withFailed } from './input/get-symbols.ts';
import { projectParameter, tokensParameter } from './input/parameters.ts';
import { pathTarget, type ReadTarget, symbolTarget } from './input/read-target.ts';

/** Maximum size of one read, whatever the token budget. */
const BYTES_MAX = 256 * 1024;
const LINE_MAX = 10_000_000;

const input = z.strictObject({
  path: z.string().trim().min(1).optional().describe('Path, path:10-20 or reference'),
  symbol: z.string().trim().min(1).optional().describe('Instead: symbol id, name or reference'),
  paths: z
    .array(z.string().trim().min(1))
    .default([])
    .describe('Several: paths, path:10-20, symbol ids or references'),
  start_line: z.number().default(1),
  end_line: z.number().default(LINE_MAX),
  max_bytes: z.number().default(BYTES_MAX),
  max_tokens: tokensParameter,
  project: projectParameter,
  revision: revisionParameter,
});
type Input = z.output<typeof input>;

/** How the text that was read compares with the indexed or referenced version. */
const STATES = ['same', 'changed', 'moved', 'not_indexed'] as const;

const readShape = {
  path: z.string(),
  /** Absent unless a symbol was requested. */
  symbol: z.string().optional(),
  start_line: z.int(),
  end_line: z.int(),
  line_count: z.int(),
  size_bytes: z.int(),
  /**
   * `changed`: the file changed since it was indexed, or since the reference was made. `moved`: the
   * file changed, but the symbol was found again.
   */
  state: z.enum(STATES),
  ref: z.string(),
  text: z.string(),
  truncated: z.boolean(),
  /** The line to continue from; absent at the end. */
  next_line: z.int().optional(),
} as const;
type ReadFields = FieldsOf<typeof readShape>;

export const codebaseRead = readTool({
  name: 'codebase_read',
  title: 'Read file',
  description: 'Lines of a file or symbol as they are on disk now, or of several, secrets masked.',
  input,
  output: {
    ...indexShape,
    ...readShape,
    /** The other places, if several were requested. */
    more: z.array(z.strictObject(readShape)).optional(),
    failed: z.array(failedItemSchema).optional(),
  },
  bounds: {
    start_line: { min: 1, max: LINE_MAX },
    end_line: { min: 1, max: LINE_MAX },
    max_bytes: { min: 1, max: BYTES_MAX },
  },
  async answer(context, request) {
    const opened = await openAt(context, request);
    const { done, failed } = await eachItem(requestedOf(request), async ({ isSymbol, words }) => {
      const target = await targetOf(context, opened, words, isSymbol);
      return readAnswer(context, opened, target, request);
    });
    const requests: readonly RequestedAnswer<ReadFields>[] = done.map(({ requested, result }) => ({
      requested: requested.words,
      render: result,
    }));
    const [first, ...others] = requests;
    assert(first !== undefined, 'eachItem throws if no item succeeds');
    const render = withFailed(renderSeveral([first, ...others]), failed);
    return async (budget) => {
      const { fields, ...rest } = await render(budget);
      return { fields: { ...indexFields(opened), ...fields }, ...rest };
    };
  },
});

interface Requested {
  readonly words: string;
  readonly isSymbol: boolean;
}

function requestedOf({ path, symbol, paths }: Input): readonly Requested[] {
  if ((path !== undefined && symbol !== undefined) || (path ?? symbol ?? paths[0]) === undefined) {
    throw new GraphMemoryError('GM_USAGE', 'codebase_read takes either path or symbol, or paths', {
      hint: 'Give path for a file or lines of it, symbol for a declaration, paths for several.',
    });
  }
  const single = path ?? symbol;
  return [
    ...(single === undefined ? [] : [{ words: single, isSymbol: path === undefined }]),
    ...[...new Set(paths)].map((words) => ({ words, isSymbol: false })),
  ];
}

async function readAnswer(
  context: ToolContext,
  { project, snapshot }: OpenIndex,
  target: ReadTarget,
  request: Input,
): Promise<RenderAnswer<ReadFields>> {
  const { path, symbol } = target;
  const read = await project.readText(path);
  const source = { ...read, isStale: snapshot.manifest.get(path)?.hash !== read.hash };
  context.session?.touch(project.name, path, 'read');
  const { startLine, ...found } = await rangeNow(project, target, source, request);
  const lines = linesOf(source.text);
  const isIndexed = snapshot.graph.fileNode(path) !== undefined;
  const state = found.isMoved ? 'moved' : stateOf(target, source, isIndexed);
  const included = lines.slice(startLine - 1, found.endLine);
  return ({ characters, channel }) => {
    const cost = (line: string) =>
      sizeIn(channel, line.length + MARGIN_CHARACTERS, JSON.stringify(line).length);
    const limits = { characters, bytesMax: request.max_bytes, cost };
    const { text, lineCount, isCut } = fittingLines(included, limits);
    const endLine = startLine + Math.max(1, lineCount) - 1;
    const isShort = lineCount < included.length;
    return {
      fields: {
        path,
        ...(symbol === undefined ? {} : { symbol }),
        start_line: startLine,
        end_line: endLine,
        line_count: lines.length,
        size_bytes: source.sizeBytes,
        state,
        ref: stableRef({ id: symbol ?? path, path }, source.hash),
        text: visible(text),
        truncated: isCut || isShort,
        ...(endLine < lines.length ? { next_line: endLine + 1 } : {}),
      },
      notes: [
        ...notesOf(target, state),
        ...(startLine > lines.length ? [`the file has ${lines.length} lines`] : []),
        ...(isCut ? [`line ${endLine} is cut; raise max_tokens or max_bytes`] : []),
        ...(isShort && !isCut ? [`cut after line ${endLine}; continue from ${endLine + 1}`] : []),
      ],
      text: [
        `${place(path, startLine, endLine)} of ${lines.length} lines${state === 'same' ? '' : `, ${state}`}. ${DATA_NOTICE}`,
        included.length === 0 ? '' : numbered(text, startLine),
      ],
    };
  };
}

/** Words are a symbol if the request says so, or if only a symbol is written like that. */
async function targetOf(
  context: ToolContext,
  open: OpenIndex,
  words: string,
  isSymbol: boolean,
): Promise<ReadTarget> {
  return isSymbol || words.includes('::') || /@[0-9a-f]{8}#/.test(words)
    ? symbolTarget(open, words)
    : pathTarget(open.project, words, context.signal);
}

/** The text of a file on disk, compared with the snapshot that answers. */
interface ReadText {
  readonly hash: string;
  readonly isStale: boolean;
}

interface FoundRange {
  readonly startLine: number;
  readonly endLine: number;
  /** Whether the file changed and the symbol was found in it again. */
  readonly isMoved: boolean;
}

/** Returns the lines to read; for a symbol, its current lines. */
async function rangeNow(
  project: Project,
  { path, symbol, range, ref }: ReadTarget,
  source: ReadText,
  request: Input,
): Promise<FoundRange> {
  const requestedRange = { startLine: request.start_line, endLine: request.end_line };
  if (symbol === undefined) return { ...(range ?? requestedRange), isMoved: false };
  const isOld = source.isStale || (ref !== undefined && !isSameContent(ref, source.hash));
  if (!isOld) return { ...(range ?? requestedRange), isMoved: false };
  const declarations = await project.declarationsNow(path);
  const now = declarations?.find(({ id }) => id === symbol);
  if (now !== undefined) {
    return { startLine: now.startLine, endLine: now.endLine, isMoved: true };
  }
  const why =
    declarations === undefined
      ? 'cannot be located: its file has changed and cannot be parsed'
      : 'no longer exists: its file has changed';
  throw new GraphMemoryError('GM_SYMBOL_NOT_FOUND', `${symbol} ${why}`, {
    hint: 'Find it with code_search, or read the file by its path.',
    details: { symbol, path },
  });
}

function stateOf(
  { ref }: ReadTarget,
  source: ReadText,
  isIndexed: boolean,
): (typeof STATES)[number] {
  if (ref !== undefined) return isSameContent(ref, source.hash) ? 'same' : 'changed';
  if (!isIndexed) return 'not_indexed';
  return source.isStale ? 'changed' : 'same';
}

function notesOf({ path, ref }: ReadTarget, state: (typeof STATES)[number]): string[] {
  const since = ref === undefined ? 'it was indexed' : 'the reference was made';
  if (state === 'changed') return [`${path} changed after ${since}; lines may have moved`];
  if (state === 'moved') return [`${path} changed after ${since}; these are its lines now`];
  return [];
}

/**
 * Returns as many whole lines as fit. If the first line alone is too long, it is cut between
 * characters.
 */
function fittingLines(
  lines: readonly string[],
  limits: {
    readonly characters: number;
    readonly bytesMax: number;
    readonly cost: (line: string) => number;
  },
): { readonly text: string; readonly lineCount: number; readonly isCut: boolean } {
  let characters = 0;
  let bytes = 0;
  let count = 0;
  for (const line of lines) {
    characters += limits.cost(line);
    bytes += Buffer.byteLength(line) + 1;
    if (characters > limits.characters || bytes - 1 > limits.bytesMax) break;
    count++;
  }
  if (count > 0 || lines.length === 0) {
    return { text: lines.slice(0, count).join('\n'), lineCount: count, isCut: false };
  }
  const bytesMax = Math.min(limits.bytesMax, Math.max(1, limits.characters / 2));
  return { text: cutToBytes(lines[0] ?? '', Math.floor(bytesMax)), lineCount: 1, isCut: true };
}
