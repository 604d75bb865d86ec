import { z } from 'zod';
import { termsOf } from '../../index/tokenize.ts';
import { countsShape } from '../answer/counts.ts';
import { plural } from '../answer/display.ts';
import { renderList } from '../answer/rendered-answer.ts';
import { readTool } from '../index-tool.ts';
import { tokensParameter } from '../input/parameters.ts';
import { leanInputSchema } from '../json-schema.ts';
import type { Tool } from '../tool.ts';
import type { ToolCatalog } from './catalog.ts';

const RESULTS_DEFAULT = 5;
const RESULTS_MAX = 50;

/** A word counts more in a tool's name than in its title and description: names are chosen for it. */
const NAME_WEIGHT = 1.5;

const input = z.strictObject({
  query: z.string().default('').describe('What the tool should do; all tools if left out'),
  max_results: z.number().default(RESULTS_DEFAULT),
  max_tokens: tokensParameter,
});

const resultSchema = z.strictObject({
  name: z.string(),
  description: z.string(),
  input_schema: z.record(z.string(), z.unknown()),
});

const NAME = 'tool_search';

/** Returns the tool that finds the active and deferred tools of a catalog. */
export function createToolSearch(catalog: () => ToolCatalog): Tool {
  return readTool({
    name: NAME,
    title: 'Find a tool',
    description:
      'Finds tools that are not listed: changes and git, routes and other entry points, documentation, exact text, paths between symbols, index and projects. Then call them by name.',
    input,
    output: { results: z.array(resultSchema), ...countsShape },
    bounds: { max_results: { min: 1, max: RESULTS_MAX } },
    async answer(context, { query, max_results: resultsMax }) {
      const others = catalog()
        .inState('active', 'deferred')
        .filter(({ name }) => name !== NAME);
      const found = rankTools(others, query);
      const shown = query.trim() === '' ? found : found.slice(0, resultsMax);
      const rows = shown.map((tool) => [renderTool(tool)]);
      return renderList({ rows, detail: 'signatures' }, ({ items, counts, notes, text }) => {
        context.session?.loadTools(items.map(({ name }) => name));
        const none = `no tool matches "${query}"; without a query all are listed`;
        return {
          fields: { results: items, ...counts },
          notes: items.length === 0 ? [...notes, none] : notes,
          text: [`${plural(items.length, 'tool')}; each is called by its name:`, text],
        };
      });
    },
  });
}

function renderTool(tool: Tool) {
  const { name, description } = tool;
  const schema = leanInputSchema(tool);
  return {
    item: { name, description, input_schema: schema },
    text: `${name}: ${description}\n  ${JSON.stringify(schema)}`,
  };
}

/** Ranks tools by the words of a question that they have. A word that few tools have counts more. */
function rankTools(tools: readonly Tool[], query: string): readonly Tool[] {
  if (query.trim() === '') return tools;
  const candidates = tools.map((tool) => ({
    tool,
    name: new Set(termsOf(tool.name)),
    all: new Set(termsOf(`${tool.name} ${tool.title} ${tool.description}`)),
  }));
  const weights = Array.from(new Set(termsOf(query)), (word) => {
    const count = candidates.filter(({ all }) => all.has(word)).length;
    return { word, weight: count === 0 ? 0 : Math.log(1 + tools.length / count) };
  });
  return candidates
    .map(({ tool, name, all }) => {
      const scores = weights.map(({ word, weight }) => {
        if (!all.has(word)) return 0;
        return name.has(word) ? weight * NAME_WEIGHT : weight;
      });
      return { tool, score: scores.reduce((sum, score) => sum + score, 0) };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ tool }) => tool);
}
