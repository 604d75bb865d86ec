/** The frame of the searches: they open several projects and answer with a page of one list. */
import type { z } from 'zod';
import type { ProjectQuestion } from '../../project/workspace.ts';
import { fitRanked } from '../answer/budget.ts';
import { indexesFields, indexesShape } from '../answer/index-fields.ts';
import { type List, renderList } from '../answer/rendered-answer.ts';
import { type OpenIndex, openIndexes, type ToolContext } from '../context.ts';
import {
  type AtRequest,
  type Declaration,
  type FieldsOf,
  openAt,
  readTool,
  revisionParameter,
} from '../index-tool.ts';
import type { projectsParameter, tokensParameter } from '../input/parameters.ts';
import type { Tool } from '../tool.ts';
import { type UnreadyProject, unreadyProject } from '../unready-project.ts';
import { type PageStart, pageStart } from './cursor.ts';
import { pageFields, pageOwner, type pageShape } from './page.ts';

type SearchInput = z.ZodObject<{
  readonly max_tokens: typeof tokensParameter;
  readonly cursor: z.ZodOptional<z.ZodString>;
  readonly project: typeof projectsParameter;
}>;

interface SearchCall {
  readonly context: ToolContext;
  readonly indexes: readonly OpenIndex[];
  readonly start: PageStart;
}

type SearchOutput = z.ZodRawShape & typeof pageShape & { readonly results: z.ZodArray };

interface SearchPage<Output extends SearchOutput>
  extends List<z.output<Output['results']>[number]> {
  /** Total over all pages. */
  readonly total: number;
  readonly notes: readonly string[];
  /** Fields beside the results and the paging. */
  readonly fields: Omit<FieldsOf<Output>, 'results' | keyof typeof pageShape>;
  /** Returns the line above the results. */
  head(shownCount: number): string;
}

/**
 * Defines a search of several projects. The frame adds the results, and the fields of the indexes
 * and of the page.
 */
export function searchTool<Input extends SearchInput, Output extends SearchOutput>(
  tool: Declaration<Input, Output> & {
    /** Whether the ranking depends on the files that the agent has worked with. */
    readonly usesSession?: boolean;
    /** Returns the words that choose among hundreds of projects. */
    question(request: z.output<Input>): string;
    /** Whether files or symbols have these words. */
    readonly seeks: ProjectQuestion['seeks'];
    /** Returns a value that is equal for requests with the same results in the same order. */
    identity(request: z.output<Input>): readonly unknown[];
    answer(call: SearchCall, request: z.output<Input>): Promise<SearchPage<Output>>;
    /** Answers from the texts while the first index of a project is being made. */
    whileIndexing?(
      call: UnreadyProject & { readonly context: ToolContext },
      request: z.output<Input>,
    ): Promise<SearchPage<Output>>;
  },
): Tool {
  const framed: Declaration<Input, z.ZodRawShape> = {
    ...tool,
    input: tool.input.extend({ revision: revisionParameter }) as unknown as Input,
    output: { ...indexesShape, ...tool.output },
  };
  return readTool({
    ...framed,
    async answer(context, request: z.output<Input> & AtRequest) {
      const { workspace } = context;
      const { revision: at } = request;
      const unready =
        at === undefined && tool.whileIndexing
          ? await unreadyProject(context, request.project)
          : undefined;
      if (tool.whileIndexing !== undefined && unready !== undefined) {
        const page = await tool.whileIndexing({ ...unready, context }, request);
        return renderUnready(context, unready, page);
      }
      const question = { words: tool.question(request), seeks: tool.seeks };
      const chosen = await workspace.chosenFor(question, request.project);
      const indexes =
        at === undefined
          ? await openIndexes(context, chosen ?? request.project)
          : [await openAt(context, request)];
      const choice = chosen === undefined ? [] : [choiceNote(indexes.length, workspace)];
      const identity = tool.identity(request);
      const owner = pageOwner(indexes, at === undefined ? identity : [...identity, at]);
      const turn = tool.usesSession === true ? context.session?.turn : undefined;
      const start = pageStart(owner, request.cursor, turn);
      const found = await tool.answer({ context, indexes, start }, request);
      const page = { ...found, notes: [...found.notes, ...choice] };
      return renderList({ ...page, choose: fitRanked }, (fitted) => {
        const { fields, notes } = pageFields(fitted, { owner, start, ...page });
        const { items: results, text } = fitted;
        return {
          fields: { ...indexesFields(indexes), ...page.fields, results, ...fields },
          notes,
          text: [page.head(results.length), text],
        };
      });
    },
  });
}

/** Renders what the texts say, and how far the index is. */
function renderUnready<Output extends SearchOutput>(
  context: ToolContext,
  { project, progress }: UnreadyProject,
  page: SearchPage<Output>,
) {
  const reason = `the first index is being made (${progress}); this is found in the texts alone, without symbols and meaning. Ask again for the whole answer.`;
  (context.outdated ?? ((_, line) => context.notice(line)))(project.name, reason);
  return renderList({ ...page, choose: fitRanked }, ({ items: results, counts, notes, text }) => ({
    fields: { project: project.name, index_generation: 0, ...page.fields, results, ...counts },
    notes: [...notes, ...page.notes],
    text: [page.head(results.length), text],
  }));
}

function choiceNote(count: number, { projects }: ToolContext['workspace']): string {
  return `searched the ${count} of ${projects.length} projects whose files fit the question best; name a project to search it whole`;
}
