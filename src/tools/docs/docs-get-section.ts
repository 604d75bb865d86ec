import { z } from 'zod';
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import { PAGE_EDGE_KINDS } from '../../model/edge.ts';
import { bodyField, bodyOf, bodySchema, bodyText } from '../answer/body.ts';
import { currentSymbol, isLocated, stateNotes } from '../answer/current-symbol.ts';
import { place } from '../answer/display.ts';
import { Sources } from '../answer/sources.ts';
import { symbolRef, symbolRefSchema } from '../answer/symbol-card.ts';
import { indexTool } from '../index-tool.ts';
import { projectParameter, tokensParameter } from '../input/parameters.ts';
import { staleNotes } from './drift/stale-notes.ts';
import { getSection } from './find-section.ts';

const LISTED_MAX = 20;

const input = z.strictObject({
  section: z
    .string()
    .trim()
    .min(1)
    .describe('Section id (docs/a.md::Install), page#anchor, page:line, page, or heading'),
  max_tokens: tokensParameter,
  project: projectParameter,
});

export const docsGetSection = indexTool({
  name: 'docs_get_section',
  title: 'Get section',
  description: 'One section of the documentation: its text, subsections and the code it describes.',
  input,
  output: {
    section: symbolRefSchema,
    /** Id of the enclosing section or page; empty for a page. */
    parent: z.string(),
    /** Its text on disk; absent if it is no longer there. */
    body: bodySchema.optional(),
    stale: z.boolean(),
    /** Ids of the sections directly below. */
    sections: z.array(z.string()),
    /** The targets it links to, mentions or shows the use of: `kind id`. */
    about: z.array(z.string()),
    /** Other sections with the same words in their headings. */
    others: z.array(z.string()),
  },
  async answer({ context, open, project, snapshot, graph }, request) {
    const match = getSection(snapshot, request.section);
    const node = graph.node(match.node);
    context.session?.touch(project.name, node.path, 'read');
    const source = await new Sources(open).of(node.path);
    const now = await currentSymbol(open, node, source);
    const inside = graph.outgoing(node.index, ['contains']);
    const lists = {
      sections: inside.slice(0, LISTED_MAX).map(({ target }) => idOf(graph, target)),
      about: aboutOf(graph, node.index).slice(0, LISTED_MAX),
      others: match.others.slice(0, LISTED_MAX).map((other) => idOf(graph, other)),
    };
    const stale = await staleNotes(open, graph.outgoing(node.index, PAGE_EDGE_KINDS));
    const parent = node.parent < 0 ? '' : idOf(graph, node.parent);
    return ({ characters, channel }) => {
      const budget = { characters: characters * 0.8, channel };
      const body = isLocated(now) ? bodyOf(now.node, source, budget) : undefined;
      return {
        fields: {
          section: symbolRef(now.node),
          parent,
          ...bodyField(body),
          stale: source.isStale,
          ...lists,
        },
        notes: [
          ...(body?.isTruncated === true
            ? [`cut after line ${body.endLine}; raise max_tokens, or request a subsection`]
            : []),
          ...stateNotes(now),
          ...stale,
        ],
        text: [
          `${node.id} (${place(node.path, now.node.startLine, now.node.endLine)})`,
          bodyText(body),
          ...Object.entries(lists).map(([name, ids]) =>
            ids.length === 0 ? '' : `${name}: ${ids.join(', ')}`,
          ),
        ],
      };
    };
  },
});

function aboutOf(graph: SymbolGraph, node: number): string[] {
  return graph
    .outgoing(node, ['demonstrates', 'mentions', 'links'])
    .filter(({ evidence }) => evidence !== 'nameOnly')
    .map(({ kind, target }) => `${kind} ${idOf(graph, target)}`);
}

function idOf(graph: SymbolGraph, node: number): string {
  return graph.node(node).id;
}
