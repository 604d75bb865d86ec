import { describe, expect, it } from 'vitest';
import { isGraphMemoryError } from '../../src/base/errors.ts';
import { numbersOf, verifySources } from './verify-project.ts';

const STRICT = '{"compilerOptions":{"module":"esnext","moduleResolution":"bundler"}}';

/** Every kind and form once, of which one knows the answer by reading. */
const SHOP = {
  'tsconfig.json': STRICT,
  'shapes.ts': `
export interface Shape { area(): number }
export interface Round extends Shape { radius: number }
export abstract class Base { constructor(readonly name: string) {} }
export class Circle extends Base implements Round {
  radius = 1;
  constructor() { super('circle'); }
  area(): number { return this.radius; }
}
export function tag(parts: TemplateStringsArray): string { return parts.join(); }
export function seal(target: unknown): void { void target; }
`,
  'main.tsx': `
import { Circle, seal, tag, type Shape } from './shapes';
export function Panel(props: { shape: Shape }) { return <b>{props.shape.area()}</b>; }
@seal
class Sealed {}
export const circle = new Circle();
export const text = tag\`x\`;
export const panel = <Panel shape={circle} />;
export const sealed = Sealed;
`,
};

describe('verify', () => {
  it('reports no differences where both sides agree, by kind and form', async () => {
    const report = await verifySources(SHOP);
    expect(numbersOf(report)).toEqual([
      'imports 1/1/1',
      'extends 2/2/2',
      'implements 1/1/1',
      'calls 6/6/6',
      'calls plain 1/1/1',
      'calls new 1/1/1',
      'calls super 1/1/1',
      'calls jsx 1/1/1',
      'calls decorator 1/1/1',
      'calls tagged 1/1/1',
      'references 1/1/1',
    ]);
    expect(report.files).toBe(2);
    expect(report.missing_files).toEqual([]);
  });

  it('counts calls that the compiler cannot resolve, and names packages that are missing', async () => {
    const report = await verifySources({
      'tsconfig.json': STRICT,
      'a.ts':
        "import { open } from 'absent/part';\nimport './b';\nexport const x = open().close();\n",
      'b.ts': 'export {};\n',
    });
    expect(report.missing_packages).toEqual(['absent']);
    expect(report.kinds.find(({ kind }) => kind === 'calls')?.unresolved).toBeGreaterThan(0);
  });

  it('skips a file that is nested too deeply for the compiler, and compares the others', async () => {
    const report = await verifySources({
      'tsconfig.json': STRICT,
      'a.ts': 'export function open(): void {}\n',
      'deep.ts': `interface A { a(): A }\nexport const x = (a: A) => a${'.a()'.repeat(900)};\n`,
      'z.ts': "import { open } from './a';\nopen();\n",
    });
    expect(report.missing_files).toEqual(['deep.ts']);
    expect(numbersOf(report)).toContain('calls 1/1/1');
  });

  it('compares imports of data files, and those in comments', async () => {
    const report = await verifySources({
      'data.json': '{ "a": 1 }',
      'types.js': 'export class Box {}',
      'a.js': `
        /** @import {Box} from './types.js' */
        const data = require('./data.json');
        /** @type {Box} */
        module.exports.box = data;
      `,
    });
    expect(numbersOf(report)).toContain('imports 2/2/2');
  });

  it("is not misled by a stub that declares the project's own package", async () => {
    const report = await verifySources({
      'tsconfig.json': STRICT,
      'package.json': '{"name":"shop","exports":{".":"./index.ts"}}',
      'index.ts': 'export function open(): void {}\n',
      'stub.d.ts': "declare module 'shop' { export function open(): void; }\n",
      'a.ts': "import { open } from 'shop';\nopen();\n",
    });
    expect(report.kinds.find(({ kind }) => kind === 'calls')?.extras).toEqual([]);
  });

  it("reports a wrong edge as an extra, with the compiler's target", async () => {
    const sources = {
      'tsconfig.json': STRICT,
      'a.ts': 'export function run(): void {}\n',
      'b.ts': 'export function run(): void {}\n',
      'c.ts': "import { run } from './a';\nexport function go(): void { run(); }\n",
    };
    const right = await verifySources(sources);
    expect(numbersOf(right)).toContain('calls 1/1/1');
    const wrong = await verifySources(sources, (edges, numbers) => {
      const { file, declaration } = numbers('b.ts::run');
      return edges.map((edge) =>
        edge.kind === 'calls' ? { ...edge, targetFile: file, target: declaration } : edge,
      );
    });
    expect(numbersOf(wrong)).toContain('calls 1/1/0');
    const calls = wrong.kinds.find(({ kind }) => kind === 'calls');
    expect(calls).toMatchObject({
      precision: 0,
      recall: 0,
      extras: [{ at: 'c.ts:2', source: 'c.ts::go', target: 'b.ts::run', instead: ['a.ts::run'] }],
      extras_total: 1,
      misses: [{ at: 'c.ts:2', name: 'run', symbols: ['a.ts::run'] }],
      misses_total: 1,
    });
  });

  it.each([
    ['imports', 'main.tsx:2', 'imports 0/1/0'],
    ['extends', 'shapes.ts:3', 'extends 0/2/0'],
    ['implements', 'shapes.ts:5', 'implements 0/1/0'],
    ['references', 'main.tsx:3', 'references 0/1/0'],
  ])('reports %s that the graph lacks as misses', async (kind, at, numbers) => {
    const report = await verifySources(SHOP, (edges) => edges.filter((edge) => edge.kind !== kind));
    expect(numbersOf(report)).toContain(numbers);
    expect(report.kinds.find((one) => one.kind === kind)?.misses[0]).toMatchObject({ at });
  });

  it.each([
    ['imports', 'shapes.ts', 'main.tsx', 2, 'shapes.ts:9'],
    ['extends', 'main.tsx::Sealed', 'shapes.ts::Circle', 3, 'main.tsx:9'],
    ['implements', 'main.tsx::Sealed', 'shapes.ts::Shape', 2, 'main.tsx:9'],
    ['references', 'shapes.ts::tag', 'shapes.ts::Circle', 2, 'shapes.ts:9'],
  ] as const)('reports %s that the code lacks as extras', async (kind, from, to, ours, at) => {
    const report = await verifySources(SHOP, (edges, numbers) => {
      const [source, target] = [numbers(from), numbers(to)];
      const planted = {
        sourceFile: source.file,
        source: source.declaration,
        targetFile: target.file,
        target: target.declaration,
        kind,
        evidence: 'exact',
        form: 'plain',
        line: 9,
        names: [],
      } as const;
      return [...edges, planted];
    });
    const found = report.kinds.find((one) => one.kind === kind);
    expect(found).toMatchObject({ ours, extras: [{ at }], extras_total: 1 });
  });

  it('ignores code for which the compiler knows no symbol', async () => {
    const report = await verifySources(
      {
        'tsconfig.json': STRICT,
        'a.ts': `
import { thing } from 'not-installed';
import type { Other } from 'not-installed';
export function start(): void {}
export class Local extends thing.Base {}
export function go(any: any, other: Other): void {
  thing.start();
  any.start();
  other.start();
}
export class Second {}
`,
      },
      (edges, numbers) => {
        const [go, start] = [numbers('a.ts::go'), numbers('a.ts::start')];
        const [local, second] = [numbers('a.ts::Local'), numbers('a.ts::Second')];
        const planted = {
          sourceFile: 0,
          source: go.declaration,
          targetFile: 0,
          target: start.declaration,
          kind: 'calls',
          evidence: 'scoped',
          form: 'plain',
          names: [],
        } as const;
        return [
          ...edges,
          ...[7, 8, 9].map((line) => ({ ...planted, line })),
          {
            ...planted,
            source: local.declaration,
            target: second.declaration,
            kind: 'extends',
            line: 5,
          },
        ];
      },
    );
    expect(numbersOf(report)).toEqual([]);
    expect(report.kinds.map(({ kind, unverifiable }) => [kind, unverifiable])).toEqual([
      ['imports', 0],
      ['extends', 1],
      ['implements', 0],
      ['calls', 3],
      ['references', 0],
    ]);
  });

  it('ignores guesses by name and code outside of the index', async () => {
    const report = await verifySources(
      { 'a.ts': 'declare function late(): void;\nlate();\n[1].map(String);\nJSON.parse("1");\n' },
      (edges) => edges.map((edge) => ({ ...edge, evidence: 'nameOnly' as const })),
    );
    expect(numbersOf(report)).toEqual(['calls 0/1/0', 'calls plain 0/1/0']);
  });

  it('reports a target that is not in the graph', async () => {
    const sources = {
      'tsconfig.json': STRICT,
      'a.ts': 'export class Box { open(): void {} }\n',
      'b.ts': "import { Box } from './a';\nnew Box().open();\n",
    };
    const id = 'a.ts::Box::open';
    const report = await verifySources(
      sources,
      (edges, numbers) => {
        const { file } = numbers('a.ts::Box');
        return edges.filter(({ targetFile, target }) => targetFile !== file || target !== 1);
      },
      new Set([id]),
    );
    expect(numbersOf(report)).toContain('calls 1/2/1');
    expect(report.kinds.flatMap(({ misses }) => misses)).toEqual([
      { at: 'b.ts:2', name: 'open', form: 'plain', place: 'a.ts:1', symbols: [] },
    ]);
  });

  it('terminates on circular exports', async () => {
    const report = await verifySources({
      'a.js':
        'exports.a = exports.b;\nexports.b = exports.a;\nexports.a();\nmodule.exports.c = module.exports.c;\nexports.c();\n',
    });
    expect(report.files).toBe(1);
  });

  it('refuses a project without TypeScript and JavaScript', async () => {
    const failure = await verifySources({ 'readme.md': '# No code\n' }).catch((error) => error);
    expect(isGraphMemoryError(failure) && failure.code).toBe('GM_VERIFY');
    expect(failure.hint).toContain('graph-memory status');
  });
});

describe('verify with modules resolved by the governing config', () => {
  it.each<[string, Record<string, string>, string]>([
    [
      'nearest config with its own paths',
      {
        'tsconfig.json': '{"compilerOptions":{"paths":{"@/*":["./one/*"]}}}',
        'one/x.ts': 'export const x = 1;',
        'one/a.ts': "import { x } from '@/x'; export const a = x;",
        'two/tsconfig.json': '{"compilerOptions":{"paths":{"@/*":["./*"]}}}',
        'two/x.ts': 'export const x = 2;',
        'two/a.ts': "import { x } from '@/x'; export const a = x;",
      },
      'imports 2/2/2',
    ],
    [
      'references of a solution config, comments and extends',
      {
        'tsconfig.json':
          '{ "files": [], /* solution */ "references": [{ "path": "./tsconfig.app.json" }], }',
        'tsconfig.base.json': '{"compilerOptions":{"paths":{"~/*":["./src/lib/*"]}}}',
        'tsconfig.app.json':
          '{"extends":"./tsconfig.base.json","include":["src"],"compilerOptions":{"composite":true}}',
        'src/lib/x.ts': 'export const x = 1;',
        'src/a.ts': "import { x } from '~/x'; export const a = x;",
      },
      'imports 1/1/1',
    ],
    [
      'rules of Node, and package.json imports',
      {
        'tsconfig.json': '{"compilerOptions":{"module":"nodenext"}}',
        'package.json': '{"type":"module","imports":{"#lib/*":"./src/lib/*.ts"}}',
        'src/lib/x.ts': 'export const x = 1;',
        'src/a.ts':
          "import { x } from '#lib/x'; import { b } from './b.js'; export const a = x + b;",
        'src/b.ts': "export { x as b } from './lib/x.js';",
      },
      'imports 3/3/3',
    ],
    [
      'CommonJS',
      {
        'x.js': 'module.exports = function run() {};',
        'a.js': "var run = require('./x');\nrun();\nconst { b } = require('./b');\nb();",
        'b.js': 'exports.b = () => 1;',
      },
      'imports 2/2/2',
    ],
    [
      'types in JSDoc',
      {
        'x.js': 'export class X {}',
        'a.js': "/** @type {import('./x.js').X} */\nlet x;\nexport default x;",
      },
      'references 1/1/1',
    ],
  ])('reports no differences for %s', async (_, sources, expected) => {
    const report = await verifySources(sources);
    expect(numbersOf(report)).toContain(expected);
    for (const { extras, misses } of report.kinds) expect([...extras, ...misses]).toEqual([]);
  });
});

describe('verify with constructs that are outside of our conventions', () => {
  it.each([
    ['a destructured member', 'calls', 'const { area } = shape; area();'],
    ['a shorthand member', 'calls', 'const api = { free }; api.free();'],
    ['a local that holds a function', 'calls', 'const held = wrap(free); held();'],
    ['one of two functions', 'calls', '(pick() ? free : other)();'],
    ['a method of functions', 'calls', 'free.call(undefined);'],
    ['a cast callee', 'calls', '(free as any)();'],
    ['an element that is a property', 'calls', 'render(<slots.Part />);'],
    ['a base that is a call', 'extends', 'class Mixed extends mix(Base) {} render(Mixed);'],
    [
      'a base that is a local',
      'extends',
      'const Held = Base; class Sub extends Held {} render(Sub);',
    ],
    ['a value that is named', 'references', 'render(free);'],
    ['a member that is named by a string', 'references', "render(Color['red'], Color.red);"],
  ])('reports no differences for %s', async (_, kind, statement) => {
    const report = await verifySources({
      'tsconfig.json': STRICT,
      'a.tsx': `
interface Shape { area(): number }
declare const shape: Shape;
declare const slots: { Part: () => null };
class Base {}
enum Color { red = 'r' }
function free(): void {}
function other(): void {}
function pick(): boolean { return true; }
function wrap(fn: () => void): () => void { return fn; }
function render(...things: unknown[]): void { void things; }
function mix<T extends typeof Base>(base: T): T { return base; }
export function use(): void {
  ${statement}
}
export const all = [shape, slots, other, pick, wrap, mix];
`,
    });
    const found = report.kinds.find((one) => one.kind === kind);
    expect(found).toMatchObject({ extras: [], misses: [] });
  });
});
