/** The frames of read-only tools: what they have in common, from opening the index to counting. */
import { z } from 'zod';
import type { SymbolGraph, SymbolNode } from '../graph/symbol-graph.ts';
import { TOKEN_BOUNDS, withinBudget } from './answer/budget.ts';
import { renderCandidates } from './answer/candidates.ts';
import { generationOf, namesOf } from './answer/index-fields.ts';
import type { RenderAnswer } from './answer/rendered-answer.ts';
import { openAtRevision } from './at-revision.ts';
import { type OpenIndex, openIndex, openIndexes, type ToolContext } from './context.ts';
import { withRequestEdges } from './entry-points/request-edges.ts';
import { othersNotes, type SymbolMatch } from './input/find-symbol.ts';
import { getSymbol } from './input/get-symbol.ts';
import type { projectParameter, symbolParameter, tokensParameter } from './input/parameters.ts';
import { defineTool, type Tool } from './tool.ts';

export type TokensInput = z.ZodObject<{ max_tokens: typeof tokensParameter }>;
type ProjectShape = {
  readonly max_tokens: typeof tokensParameter;
  readonly project: typeof projectParameter;
};
type ProjectInput = z.ZodObject<ProjectShape>;
type SymbolInput = z.ZodObject<ProjectShape & { readonly symbol: typeof symbolParameter }>;

/** A tool's own declaration. Its frame adds `max_tokens` to the bounds and `notes` to the output. */
export interface Declaration<Input, Output> extends Pick<Tool, 'name' | 'title' | 'description'> {
  readonly input: Input;
  readonly output: Output;
  readonly bounds?: Tool['bounds'];
  /** Whether the graph has the requests of clients as edges. */
  readonly hasRequests?: boolean;
}

/** The fields that a tool renders; `notes` are rendered apart. */
export type FieldsOf<Output extends z.ZodRawShape> = Omit<z.output<z.ZodObject<Output>>, 'notes'>;

/** Defines a read-only tool whose answer fits `max_tokens`. */
export function readTool<Input extends TokensInput, Output extends z.ZodRawShape>(
  tool: Declaration<Input, Output> & {
    answer(context: ToolContext, request: z.output<Input>): Promise<RenderAnswer<FieldsOf<Output>>>;
  },
): Tool {
  return frame(tool, (context, request) => tool.answer(context, request));
}

/** An opened index, as the frame hands it to a tool. */
export interface IndexCall extends OpenIndex {
  readonly context: ToolContext;
  readonly open: OpenIndex;
  readonly graph: SymbolGraph;
}

/** Defines a tool that answers from the index of one project. */
export function indexTool<Input extends ProjectInput, Output extends z.ZodRawShape>(
  tool: Declaration<Input, Output> & {
    answer(call: IndexCall, request: z.output<Input>): Promise<RenderAnswer<FieldsOf<Output>>>;
  },
): Tool {
  return frame(withIndexShape(tool), async (context, request) => {
    const open = await openAt(context, request, tool.hasRequests);
    return withIndexFields(open, await tool.answer(callOf(context, open), request));
  });
}

/** Defines a tool that answers from the indexes of one or several projects. */
export function indexesTool<Input extends ProjectInput, Output extends z.ZodRawShape>(
  tool: Declaration<Input, Output> & {
    answer(indexes: readonly OpenIndex[], request: z.output<Input>): RenderAnswer<FieldsOf<Output>>;
  },
): Tool {
  return frame(withIndexShape(tool), async (context, request: z.output<Input> & AtRequest) => {
    const { project, revision } = request;
    const indexes =
      revision === undefined
        ? await openIndexes(context, project)
        : [await openAt(context, { project, revision })];
    return withFields(
      { project: namesOf(indexes), generation: generationOf(indexes) },
      tool.answer(indexes, request),
    );
  });
}

/** An index with the symbol that was found in it. */
export interface SymbolCall extends IndexCall {
  readonly node: SymbolNode;
  /** Notes about other symbols that the words may mean. */
  readonly othersNotes: readonly string[];
}

/** Defines a tool that answers about one symbol. */
export function symbolTool<Input extends SymbolInput, Output extends z.ZodRawShape>(
  tool: Declaration<Input, Output> & {
    /** The fields of an answer that only lists the symbols that the words match equally well. */
    readonly ambiguous?: Readonly<Record<string, unknown>>;
    /** Finds the symbol; by default in the requested project, see {@link getSymbol}. */
    readonly find?: typeof findInProject;
    answer(call: SymbolCall, request: z.output<Input>): Promise<RenderAnswer<FieldsOf<Output>>>;
  },
): Tool {
  const { find = findInProject, ambiguous } = tool;
  return frame(withIndexShape(tool), async (context, request) => {
    const opened = await openAt(context, request, tool.hasRequests);
    const { open, match } = await find(context, opened, request.symbol);
    if (ambiguous !== undefined && match.rivals.length > 0) {
      return withIndexFields(open, renderCandidates(open, match, request.symbol, ambiguous));
    }
    const call = callOf(context, open);
    const { graph } = call;
    const found = {
      node: graph.node(match.node),
      othersNotes: othersNotes(graph, request.symbol, match),
    };
    return withIndexFields(open, await tool.answer({ ...call, ...found }, request));
  });
}

async function findInProject(
  _context: ToolContext,
  open: OpenIndex,
  words: string,
): Promise<{ readonly open: OpenIndex; readonly match: SymbolMatch }> {
  return { open, match: await getSymbol(open, words) };
}

/** A revision that the index is opened at. The frame adds it to the input of tools. */
export const revisionParameter = z
  .string()
  .trim()
  .min(1)
  .optional()
  .describe('Commit, tag or branch to answer from, instead of the files on disk');

export interface AtRequest {
  readonly project?: string | undefined;
  readonly revision?: string | undefined;
}

/** Opens the index of a project, at a revision if one is requested. */
export async function openAt(
  context: ToolContext,
  { project, revision }: AtRequest,
  hasRequests = false,
): Promise<OpenIndex> {
  const current = await openIndex(context, project);
  const open = revision === undefined ? current : await openAtRevision(current, revision, context);
  if (revision !== undefined) context.openedAt?.(revision, open.commit);
  return hasRequests ? withRequestEdges(open) : open;
}

function callOf(context: ToolContext, open: OpenIndex): IndexCall {
  return { ...open, context, open, graph: open.snapshot.graph };
}

function withIndexShape<Own extends Declaration<z.ZodObject, z.ZodRawShape>>(tool: Own) {
  const input = tool.input.extend({ revision: revisionParameter }) as unknown as Own['input'];
  return { ...tool, input, output: { project: z.string(), generation: z.int(), ...tool.output } };
}

function withIndexFields(
  { project, snapshot }: OpenIndex,
  render: RenderAnswer<object>,
): RenderAnswer<object> {
  return withFields({ project: project.name, generation: snapshot.generation }, render);
}

function withFields(own: object, render: RenderAnswer<object>): RenderAnswer<object> {
  return async (budget) => {
    const answer = await render(budget);
    return { ...answer, fields: { ...own, ...answer.fields } };
  };
}

const atRevisionShape = {
  /** Commit that answered, if a revision was requested. */
  index_commit: z.string().optional(),
};

function frame<Input extends TokensInput>(
  { name, title, description, input, output, bounds }: Declaration<Input, z.ZodRawShape>,
  answer: (context: ToolContext, request: z.output<Input>) => Promise<RenderAnswer<object>>,
): Tool {
  return defineTool({
    ...{ name, title, description, input },
    output: z.strictObject({
      ...output,
      ...('revision' in input.shape ? atRevisionShape : {}),
      /** Projects that answered from an index older than the disk; absent if there are none. */
      outdated: z.array(z.string()).optional(),
      notes: z.array(z.string()),
    }),
    bounds: { ...bounds, max_tokens: TOKEN_BOUNDS },
    annotations: { readOnly: true, idempotent: true },
    async run(context, request) {
      const reasons = new Map<string, string>();
      const outdated = (project: string, reason: string) => reasons.set(project, reason);
      const marks: { outdated?: string[]; index_commit?: string } = {};
      const frameNotes: string[] = [];
      const openedAt = (revision: string, commit: string | undefined) => {
        frameNotes.push(revisionNote(revision, commit));
        if (commit !== undefined) marks.index_commit = commit;
      };
      const render = await answer({ ...context, outdated, openedAt }, request);
      const { max_tokens: tokensMax } = request;
      if (reasons.size > 0) marks.outdated = [...reasons.keys()];
      frameNotes.push(...[...reasons].map(([project, reason]) => `${project}: ${reason}`));
      return withinBudget(context.channel, tokensMax, async (budget) => {
        const { fields, notes, text } = await render({ ...budget, tokensMax });
        return {
          structured: { ...fields, ...marks, notes: [...frameNotes, ...notes] },
          text: text.filter((part) => part !== '').join('\n'),
        };
      });
    },
  });
}

const SHORT_HASH = 12;

function revisionNote(revision: string, commit: string | undefined): string {
  if (commit === undefined) return `answered from ${revision}, not from the files on disk`;
  const short = commit.slice(0, SHORT_HASH);
  const name = commit.startsWith(revision) ? '' : ` (${revision})`;
  return `answered from commit ${short}${name}, not from the files on disk`;
}
