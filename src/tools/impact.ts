import { z } from 'zod';
import {
  changeFamily,
  FAMILY_RELATIONS,
  type FamilyMember,
  type FamilyRelation,
} from '../graph/change-family.ts';
import { listRank } from '../query/names/in-tests.ts';
import { accountText } from './account/account-text.ts';
import { nameAccount, nameAccountSchema, OPEN_LINES_MANY } from './account/name-account.ts';
import { withNamedImports } from './account/named-imports.ts';
import { hasUsesWithoutEdges, noUsesText } from './account/no-uses.ts';
import { linesByPath } from './answer/by-path.ts';
import { listSchema } from './answer/counts.ts';
import { kindAndName, place, plural } from './answer/display.ts';
import { projectPrefix } from './answer/index-fields.ts';
import { renderList } from './answer/rendered-answer.ts';
import { Sources } from './answer/sources.ts';
import { symbolRef, symbolRefSchema } from './answer/symbol-card.ts';
import { selectUses, type UseRow } from './answer/use-rows.ts';
import type { OpenIndex, ToolContext } from './context.ts';
import { referencesAcross } from './docs/across.ts';
import { enteredByLine, entryPointsTo, reachedFields } from './entry-points/reached-from.ts';
import {
  type ImpactItem,
  impactItemSchema,
  isNamedType,
  renderImpact,
} from './impact/impact-item.ts';
import {
  CHANGES,
  type Change,
  type ImpactUse,
  impactUses,
  USE_GROUPS,
} from './impact/impact-uses.ts';
import { type IndexCall, indexTool } from './index-tool.ts';
import { othersNotes } from './input/find-symbol.ts';
import { failedItemSchema, getSymbols, withFailed } from './input/get-symbols.ts';
import { projectParameter, tokensParameter } from './input/parameters.ts';

const FAMILY_MAX = 60;
const DOCUMENTED_MAX = 20;
const DEPTH_MAX = 4;
const OVERRIDES = { kinds: ['implements'], evidenceMin: 'exact', withRelated: true } as const;
/** Entry points that the text names. */
const ENTERED_MAX = 5;

const input = z.strictObject({
  symbols: z
    .array(z.string().trim().min(1))
    .min(1)
    .describe('One or several: id, name or path:line'),
  change: z.enum(CHANGES).default('signature'),
  depth: z.number().default(1).describe('Steps along callers'),
  max_tokens: tokensParameter,
  project: projectParameter,
});

const familySchema = z.strictObject({
  ...symbolRefSchema.shape,
  relation: z.enum(FAMILY_RELATIONS),
});

export const impact = indexTool({
  name: 'impact',
  title: 'Impact of a change',
  description:
    'Everything to change when symbols change (signature, rename, remove, behaviour): declarations that change together, every calling line, imports, tests, docs. Complete: the account at its end lists all lines that hold the name.',
  input,
  output: {
    change: z.enum(CHANGES),
    /** The requested symbols. */
    symbols: z.array(symbolRefSchema),
    failed: z.array(failedItemSchema).optional(),
    /** The symbols and the declarations that change together with them. */
    declarations: z.array(familySchema),
    /** Nearest first; imports and tests come last. */
    uses: listSchema(impactItemSchema),
    /** Number of using symbols by group, including those not shown. */
    by_group: z.record(z.string(), z.int()),
    /** Documentation sections that mention them: `path:line id`. */
    documentation: z.array(z.string()),
    /** Entry points that reach them, nearest first, with the names of the symbols on the way. */
    entry_points: z.array(z.string()),
    /** The number of all entry points that reach them. */
    entry_points_total: z.int(),
    accounts: z.array(nameAccountSchema),
  },
  bounds: { depth: { min: 1, max: DEPTH_MAX } },
  hasRequests: true,
  async answer(call, { symbols: words, change, depth }) {
    const { open, graph, context } = call;
    const { found, failed } = await getSymbols(open, words);
    const nodes = [...new Set(found.map(({ match }) => match.node))];
    const family = familyOf(call, nodes);
    const uses = await namedUses(open, impactUses(graph, family, { change, depth }));
    const documentation = await documentationOf(context, open, nodes);
    const { entryPoints } = call.snapshot;
    const reached = reachedFields(graph, entryPointsTo(graph, entryPoints, nodes));
    const accounts = await accountsOf(open, nodes, uses, change);
    const shown = new Set(family.flatMap(({ node, relation }) => (isOwn(relation) ? [node] : [])));
    const sources = new Sources(call.open);
    const rows = await Promise.all(
      uses.map((use) => renderImpact(use, { graph, sources, own: shown })),
    );
    const byGroup = countByGroup(uses);
    const declarations = family.slice(0, FAMILY_MAX);
    const list = { rows, detail: 'signatures' } as const;
    const render = renderList(list, ({ items, counts, notes, text }) => ({
      fields: {
        change,
        symbols: nodes.map((node) => symbolRef(graph.node(node))),
        declarations: declarations.map(({ node, relation }) => ({
          ...symbolRef(graph.node(node)),
          relation,
        })),
        uses: { items, ...counts },
        by_group: byGroup,
        documentation,
        ...reached,
        accounts,
      },
      notes: [
        ...notes,
        ...found.flatMap(({ words: own, match }) => othersNotes(graph, own, match)),
        ...(declarations.length < family.length
          ? [`${family.length - declarations.length} more declarations change together`]
          : []),
      ],
      text: [
        headOf(call, nodes, change),
        `change together (${family.length}):`,
        ...declarations.map((member) => familyText(call, member)),
        ...groupedText(call, nodes, items, text, byGroup),
        enteredByLine(reached.entry_points, reached.entry_points_total, ENTERED_MAX),
        documentation.length === 0 ? '' : `documentation: ${documentation.join(', ')}`,
        ...accounts.map((one) => accountText(one)),
      ],
    }));
    return withFailed(render, failed);
  },
});

function isOwn(relation: FamilyRelation): boolean {
  return relation === 'itself' || relation === 'overload';
}

/** Returns the declarations that change with any of the symbols, each once. */
function familyOf({ graph }: IndexCall, nodes: readonly number[]): readonly FamilyMember[] {
  const family = new Map<number, FamilyRelation>();
  for (const node of nodes) {
    for (const { node: member, relation } of changeFamily(graph, node))
      if (!family.has(member) || relation === 'itself') family.set(member, relation);
  }
  const members = [...family].map(([node, relation]) => ({ node, relation }));
  const rank = ({ node, relation }: FamilyMember) =>
    relation === 'itself' ? 0 : listRank(graph, node);
  return members.sort((a, b) => rank(a) - rank(b));
}

/** Returns the uses without the lines of imports that name something else. */
async function namedUses(open: OpenIndex, uses: readonly ImpactUse[]): Promise<ImpactUse[]> {
  const rows = new Map<UseRow, UseRow>();
  for (const target of new Set(uses.map((use) => use.target))) {
    const own = uses.filter((use) => use.target === target).map(({ row }) => row);
    const named = await withNamedImports(open, target, own);
    for (const [index, row] of own.entries()) rows.set(row, named[index] ?? row);
  }
  return uses.map((use) => ({ ...use, row: rows.get(use.row) ?? use.row }));
}

/** Returns the sections that explain, show or mention the symbols. */
async function documentationOf(
  context: ToolContext,
  open: OpenIndex,
  nodes: readonly number[],
): Promise<string[]> {
  const places = new Set<string>();
  for (const node of nodes) {
    const rows = await referencesAcross(context, open, open.snapshot.graph.node(node));
    for (const row of rows) {
      if (!/^(documentation|examples|mentions)$/.test(row.group)) continue;
      const { project } = row.open;
      const prefix = projectPrefix({
        project: project === open.project ? undefined : project.name,
      });
      places.add(`${prefix}${row.node.path}:${row.lines[0]} ${row.node.name}`);
    }
  }
  return [...places].slice(0, DOCUMENTED_MAX);
}

async function accountsOf(
  open: OpenIndex,
  nodes: readonly number[],
  uses: readonly ImpactUse[],
  change: Change,
) {
  const isRenamed = change === 'rename' || change === 'remove';
  const { graph } = open.snapshot;
  const accounts = new Map<string, z.infer<typeof nameAccountSchema>>();
  for (const node of nodes) {
    const family = new Set(changeFamily(graph, node).map((member) => member.node));
    const own = uses.filter(
      // A request names the route.
      ({ distance, target, row }) =>
        distance === 1 && family.has(target) && row.kind !== 'requests',
    );
    // The declarations of overrides are listed as those that change together.
    const declared = selectUses(graph, node, OVERRIDES).rows.filter(({ edge }) =>
      family.has(edge.source),
    );
    const listed = [...own.map(({ row }) => row), ...declared];
    const isMany = isRenamed || hasUsesWithoutEdges(graph, node);
    const linesMax = isMany ? OPEN_LINES_MANY : undefined;
    const account = await nameAccount(open, node, listed, linesMax);
    if (account !== undefined && !accounts.has(account.name)) accounts.set(account.name, account);
  }
  return [...accounts.values()];
}

function countByGroup(uses: readonly ImpactUse[]): Record<string, number> {
  return Object.fromEntries(
    USE_GROUPS.map(
      (group) => [group, uses.filter((use) => use.group === group).length] as const,
    ).filter(([, count]) => count > 0),
  );
}

function headOf({ graph }: IndexCall, nodes: readonly number[], change: Change): string {
  const names = nodes.map((node) => graph.node(node).id).join(', ');
  return `impact of ${change === 'rename' ? 'renaming' : change === 'remove' ? 'removing' : `a change of ${change} of`} ${names}`;
}

function familyText({ graph }: IndexCall, { node, relation }: FamilyMember): string {
  const { id, kind, path, startLine, endLine } = graph.node(node);
  const mark = relation === 'itself' ? '' : ` [${relation}]`;
  return `  ${place(path, startLine, endLine)} ${kindAndName(kind, id, path)}${mark}`;
}

/** Returns the rows, each group under a heading with its full count. */
function groupedText(
  { graph }: IndexCall,
  nodes: readonly number[],
  items: readonly ImpactItem[],
  text: string,
  byGroup: Readonly<Record<string, number>>,
): string[] {
  const rows = text.split(/\n(?= {2}\S)/);
  const lines = USE_GROUPS.flatMap((group) => {
    const own = items.flatMap((item, index) =>
      item.group === group ? [{ path: item.path, text: (rows[index] ?? '').slice(2), item }] : [],
    );
    if (own.length === 0) return [];
    const isNamed = ({ item }: (typeof own)[number]) =>
      group === 'uses' && isNamedType(graph, item);
    const isCoded = ({ item }: (typeof own)[number]) => item.code !== undefined;
    const named = linesByPath(own.filter(isNamed));
    const others = own.filter((row) => !isNamed(row));
    return [
      `${group} (${plural(byGroup[group] ?? 0, 'place')}):`,
      ...others.filter(isCoded).map((row) => `  ${row.text}`),
      // Only lines without code can leave out the path of the line above.
      ...linesByPath(others.filter((row) => !isCoded(row))),
      ...(named.length === 0 ? [] : ['  named as a type:', ...named]),
    ];
  });
  return items.length === 0 ? [noUsesText(graph, nodes)] : lines;
}
