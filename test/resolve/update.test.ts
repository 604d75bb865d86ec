/** Resolving only what a change affects must equal resolving everything, whatever was edited before. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { extractFile } from '../../src/extract/extract.ts';
import type { FileFacts } from '../../src/model/facts.ts';
import { type RepoPath, toRepoPath } from '../../src/model/path.ts';
import type { ResolvedEdge } from '../../src/model/resolved-edge.ts';
import type { FileLinks } from '../../src/resolve/links.ts';
import { type ResolveInput, resolve } from '../../src/resolve/resolve.ts';
import { resolveUpdate } from '../../src/resolve/update.ts';

const PATHS = ['a.ts', 'b.ts', 'lib/c.ts', 'lib/index.ts', 'lib/d.tsx', 'e.js', 'one.js', 'two.js'];
const MODULES = [
  './a',
  './b',
  './c.js',
  './lib',
  './lib/c',
  '../a',
  './index',
  '@/lib',
  '@/b',
  './e',
  'x',
];
const CONFIGS = [
  '{}',
  '{"compilerOptions":{"paths":{"@/*":["./*"]}}}',
  '{"compilerOptions":{"baseUrl":"lib"}}',
];

/** Statements that declare, use and pass on the same few names, so that edits reach far. */
const STATEMENTS = [
  (module: string) => `import { make, Thing, type Shape } from '${module}';`,
  (module: string) =>
    `import * as space from '${module}';\nexport const viaSpace = () => space.make().run();`,
  (module: string) => `export * from '${module}';`,
  (module: string) => `export { make as remake, Thing } from '${module}';`,
  (module: string) => `const { make: required } = require('${module}');\nrequired();`,
  () => 'export class Thing { run() { return this; } static of() { return new Thing(); } }',
  () => 'export class Thing extends Base { other = make(); run() { this.other.run(); } }',
  () => 'export interface Shape { run(): Thing; next: Shape }',
  () => 'export function make(): Thing { return new Thing(); }',
  () => 'export const make = () => remake().next ?? Thing.of();',
  () => 'export function use(shape: Shape) { shape.next.run().run(); make().run(); }',
  () => 'function shared() { return helper(); }',
  () => 'function helper() { shared(); }',
];

const content = fc
  .array(fc.tuple(fc.nat(STATEMENTS.length - 1), fc.constantFrom(...MODULES)), { maxLength: 6 })
  .map((parts) => parts.map(([index, module]) => STATEMENTS[index]?.(module)).join('\n'));

type Edit =
  | { readonly form: 'write'; readonly path: string; readonly text: string }
  | { readonly form: 'remove'; readonly path: string }
  | { readonly form: 'config'; readonly text: string };

const edit: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      form: fc.constant('write' as const),
      path: fc.constantFrom(...PATHS),
      text: content,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ form: fc.constant('remove' as const), path: fc.constantFrom(...PATHS) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      form: fc.constant('config' as const),
      text: fc.constantFrom(...CONFIGS),
    }),
  },
);

async function factsOf(path: string, text: string): Promise<FileFacts> {
  const source = {
    path: toRepoPath(path),
    text,
    hash: '',
    sizeBytes: text.length,
    mtimeMs: 0,
    ctimeMs: 0,
  };
  const facts = await extractFile(source, { parseMsMax: 10_000 });
  if (!('declarations' in facts)) throw new Error(`not extracted: ${facts.detail}`);
  return facts;
}

function inputOf(files: ReadonlyMap<string, FileFacts>, config: string): ResolveInput {
  const sorted = [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  const configPath = toRepoPath('tsconfig.json');
  const paths = [...sorted.map((facts) => facts.path), configPath].sort();
  return { files: sorted, paths, configFiles: new Map([[configPath, config]]) };
}

/** What is known after a step: links, and edges whose ends are named by path. */
interface Known {
  readonly files: ReadonlyMap<string, FileFacts>;
  readonly config: string;
  readonly links: ReadonlyMap<RepoPath, FileLinks>;
  readonly edges: ReadonlyMap<RepoPath, readonly PathEdge[]>;
}
type PathEdge = Omit<ResolvedEdge, 'sourceFile' | 'targetFile'> & { readonly targetPath: string };

function byPath(edges: readonly ResolvedEdge[], paths: readonly string[]): readonly PathEdge[] {
  return edges.map(({ sourceFile, targetFile, ...edge }) => ({
    ...edge,
    targetPath: paths[targetFile] ?? `file ${targetFile} of ${sourceFile}`,
  }));
}

function fromScratch(files: ReadonlyMap<string, FileFacts>, config: string): Known {
  const input = inputOf(files, config);
  const { links, edges } = resolve(input);
  const paths = input.files.map((facts) => facts.path);
  const ofFile = (number: number) => edges.filter((edge) => edge.sourceFile === number);
  return {
    files,
    config,
    links: new Map(links.map((one) => [one.path, one])),
    edges: new Map(paths.map((path, number) => [path, byPath(ofFile(number), paths)])),
  };
}

/** The state after an update, and how many files it resolved. */
function updated(
  before: Known,
  files: ReadonlyMap<string, FileFacts>,
  config: string,
): { readonly known: Known; readonly resolvedCount: number } {
  const input = inputOf(files, config);
  const paths = input.files.map((facts) => facts.path);
  const changed = new Map(
    input.files
      .filter((facts) => before.files.get(facts.path) !== facts)
      .map((now) => [now.path, { now, before: before.files.get(now.path) }]),
  );
  const samePaths =
    paths.every((path) => before.files.has(path)) && paths.length === before.files.size;
  const { links, edges, renumbered } = resolveUpdate({
    ...input,
    files: paths,
    changed,
    before: before.links,
    facts: (path) => files.get(path) as FileFacts,
    isLayoutSame: samePaths && config === before.config,
  });
  const shifted = (edge: PathEdge): PathEdge => {
    const places = renumbered.get(toRepoPath(edge.targetPath));
    return edge.target < 0 ? edge : { ...edge, target: places?.[edge.target] ?? edge.target };
  };
  const edgesOf = (path: RepoPath): readonly PathEdge[] => {
    const fresh = edges.get(path);
    return fresh === undefined ? (before.edges.get(path) ?? []).map(shifted) : byPath(fresh, paths);
  };
  const known = {
    files,
    config,
    links: new Map(links.map((one) => [one.path, one])),
    edges: new Map(paths.map((path) => [path, edgesOf(path)])),
  };
  return { known, resolvedCount: edges.size };
}

test('any sequence of edits resolves as a fresh start would', async () => {
  let taken = 0;
  let resolved = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 2, maxLength: 12 }), async (edits) => {
      let known = fromScratch(new Map(), '{}');
      for (const step of edits) {
        const files = new Map(known.files);
        const config = step.form === 'config' ? step.text : known.config;
        if (step.form === 'remove') files.delete(step.path);
        if (step.form === 'write') files.set(step.path, await factsOf(step.path, step.text));
        const update = updated(known, files, config);
        expect(update.known).toEqual(fromScratch(files, config));
        known = update.known;
        resolved += update.resolvedCount;
        taken += files.size - update.resolvedCount;
      }
    }),
    { numRuns: 400 },
  );
  // The property would hold for a resolver that always starts afresh; this one must not.
  expect(taken).toBeGreaterThan(resolved);
});
