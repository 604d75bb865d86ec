import { z } from 'zod';
import { ENTRY_CHANGES } from '../../changes/entry-changes.ts';
import { RISKS } from '../../changes/risk.ts';
import { ASPECTS, SYMBOL_CHANGES } from '../../changes/symbol-changes.ts';
import { FILE_STATUSES } from '../../git/changed-files.ts';
import { EDGE_KINDS } from '../../model/edge.ts';
import { ENTRY_TYPES } from '../../model/entry-point.ts';
import { listSchema } from '../answer/counts.ts';
import { locationShape } from '../answer/location.ts';
import { authorSchema } from '../git/commit-item.ts';
import { noteItemSchema } from '../notes/note-item.ts';

/** A finding for which a check may fail. */
export const FINDINGS = [
  'removedStillUsed',
  'argumentsNoLongerFit',
  'routeRemoved',
  'documentationNowWrong',
  'cycleIntroduced',
  'mayNoLongerFit',
] as const;
export type FindingKind = (typeof FINDINGS)[number];

/** The findings that are certain. A check fails for these unless others are named. */
export const CERTAIN_FINDINGS = FINDINGS.filter((kind) => kind !== 'mayNoLongerFit');

export const symbolItem = z.strictObject({
  change: z.enum(SYMBOL_CHANGES),
  risk: z.enum(RISKS),
  id: z.string(),
  /** Id before a rename or move. */
  old_id: z.string().optional(),
  kind: z.string(),
  ...locationShape,
  aspects: z.array(z.enum(ASPECTS)),
  reasons: z.array(z.string()),
  /** Number of uses that no longer fit. */
  broken_count: z.int(),
  /** Number of symbols that use it: directly, in two steps, and so on. */
  users: z.array(z.int()),
});

export const fileItem = z.strictObject({
  status: z.enum(FILE_STATUSES),
  path: z.string(),
  old_path: z.string().optional(),
  /** Number of changed symbols; absent if the file is not in the index. */
  symbol_count: z.int().optional(),
});

const findingItem = z.strictObject({
  finding: z.enum(FINDINGS),
  path: z.string(),
  lines: z.array(z.int()),
  /** Symbol, section or file that contains it. */
  in: z.string(),
  /** The changed symbol, as it was called before. */
  symbol: z.string(),
  detail: z.string(),
});
export type Finding = z.infer<typeof findingItem>;

export const affectedItem = z.strictObject({
  id: z.string(),
  kind: z.string(),
  ...locationShape,
  distance: z.int(),
  edge: z.enum(EDGE_KINDS),
  /** The symbol on the way to the change. */
  uses: z.string(),
  lines: z.array(z.int()),
});

export const entryPointItem = z.strictObject({
  change: z.enum(ENTRY_CHANGES),
  type: z.enum(ENTRY_TYPES),
  framework: z.string(),
  route: z.string(),
  methods: z.array(z.string()),
  /** Symbol id; empty for a function without a name. */
  handler: z.string(),
  path: z.string(),
  line: z.int(),
  /** The properties that differ in a changed one. */
  aspects: z.array(z.enum(['handler', 'middleware'])),
  /** Steps from the handler to the change; only of reached ones. */
  distance: z.int().optional(),
});

export const testItem = z.strictObject({
  path: z.string(),
  /** Steps to the change; absent if only the history connects them. */
  distance: z.int().optional(),
  reason: z.string(),
});

export const documentationItem = z.strictObject({
  section: z.string(),
  path: z.string(),
  lines: z.array(z.int()),
  symbol: z.string(),
  change: z.enum(SYMBOL_CHANGES),
});

export const coChangeItem = z.strictObject({
  path: z.string(),
  with: z.string(),
  together_count: z.int(),
  commit_count: z.int(),
});

export const changesOutput = {
  project: z.string(),
  from: z.strictObject({ name: z.string(), commit: z.string().optional() }),
  to: z.strictObject({ name: z.string(), commit: z.string().optional() }),
  /** Findings of all kinds, by number, including those not shown. */
  finding_counts: z.record(z.string(), z.int()),
  files: listSchema(fileItem),
  findings: listSchema(findingItem),
  /** By risk. */
  symbols: listSchema(symbolItem),
  /** Callers and subtypes of changed symbols, nearest first. */
  affected: listSchema(affectedItem),
  /** Routes, commands and jobs: removed, changed and added ones, then those that reach the change. */
  entry_points: listSchema(entryPointItem),
  /** Tests that reach the change, most likely first; at most a quarter of all. */
  tests: listSchema(testItem).extend({ reaching_count: z.int(), all_count: z.int() }),
  /** Sections that mention a changed symbol. */
  documentation: listSchema(documentationItem),
  /** Notes about changed symbols, decisions first. */
  memory: listSchema(noteItemSchema),
  /** Files that usually change together with changed ones and did not. */
  usually_together: listSchema(coChangeItem),
  owners: listSchema(authorSchema),
};
