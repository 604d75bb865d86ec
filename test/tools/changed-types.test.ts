/** Uses of declarations whose types changed: those that break, and those that may. */
import { describe, expect, it } from 'vitest';
import { committedProject } from '../git/temp-repository.ts';
import { toolCaller } from './temp-context.ts';

interface Found {
  readonly finding: string;
  readonly path: string;
  readonly lines: readonly number[];
  readonly detail: string;
}

/** Returns the findings after an edit: `finding path:lines detail`. */
async function findingsAfter(
  files: Readonly<Record<string, string>>,
  edits: Readonly<Record<string, string>>,
): Promise<string[]> {
  const temp = await committedProject(files);
  for (const [path, text] of Object.entries(edits)) await temp.write(path, text);
  const { call } = await toolCaller({ temp });
  const { structured } = await call('changes', { max_tokens: 20_000 });
  const { items } = structured['findings'] as { readonly items: readonly Found[] };
  return items.map(({ finding, path, lines, detail }) => `${finding} ${path}:${lines} ${detail}`);
}

describe('changes › types', () => {
  it('tells arguments that break from those that may, and leaves out those that fit', async () => {
    const files = {
      'a.ts': 'export function f(x: string | number): void {}\n',
      'b.ts': [
        "import { f } from './a';",
        'export function g(y: string | number) {',
        "  f('text');",
        '  f(1);',
        '  f(y);',
        '}',
        '',
      ].join('\n'),
    };
    const found = await findingsAfter(files, { 'a.ts': 'export function f(x: string): void {}\n' });
    expect(found).toEqual([
      'argumentsNoLongerFit b.ts:4 calls f: x was string | number and is string',
      'mayNoLongerFit b.ts:5 calls f: x was string | number and is string',
    ]);
  });

  it('takes a required parameter without a type for one that accepted anything', async () => {
    const calls = ["f('text');", 'f(1);', 'f(y);', 'g(y);'];
    const files = {
      'a.ts': 'export function f(x) {}\nexport function g(x = 1) {}\n',
      'b.ts': `import { f, g } from './a';\nexport function h(y) {\n${calls.join('\n')}\n}\n`,
    };
    const text = 'export function f(x: string) {}\nexport function g(x: number = 1) {}\n';
    expect(await findingsAfter(files, { 'a.ts': text })).toEqual([
      'argumentsNoLongerFit b.ts:4 calls f: x was unknown and is string',
      'mayNoLongerFit b.ts:5 calls f: x was unknown and is string',
    ]);
  });

  it('reports nothing if a parameter accepts more, or a result is ignored or narrower', async () => {
    const files = {
      'a.ts': [
        'export function f(x: string): string | undefined { return x; }',
        'export function h(): string { return ""; }',
        '',
      ].join('\n'),
      'b.ts': "import { f, h } from './a';\nexport const r = f('x');\nh();\n",
    };
    const text = [
      'export function f(x: string | number): string { return String(x); }',
      'export function h(): number { return 1; }',
      '',
    ].join('\n');
    expect(await findingsAfter(files, { 'a.ts': text })).toEqual([]);
  });

  it('names uses of a result, reads of a field, and overriding members', async () => {
    const files = {
      'a.ts': [
        'export class Base {',
        '  size: number = 1;',
        '  load(): string { return ""; }',
        '}',
        '',
      ].join('\n'),
      'b.ts': [
        "import { Base } from './a';",
        'export class Own extends Base {',
        '  override load(): string { return ""; }',
        '  show() { return this.size + 1; }',
        '}',
        'export function use(base: Base) {',
        '  const text = base.load();',
        '  return text;',
        '}',
        '',
      ].join('\n'),
    };
    const text = files['a.ts']
      .replace('size: number = 1', 'size: string = ""')
      .replace('load(): string { return ""', 'load(): number { return 1');
    expect(await findingsAfter(files, { 'a.ts': text })).toEqual([
      'mayNoLongerFit b.ts:7 calls load: its type changed from string to number',
      'mayNoLongerFit b.ts:3 overrides a.ts::Base::load: its type changed from string to number',
      'mayNoLongerFit b.ts:4 uses size: its type changed from number to string',
    ]);
  });

  it('names what may lack a member that an interface requires now', async () => {
    const files = {
      'a.ts': 'export interface Options {\n  depth: number;\n}\n',
      'b.ts': [
        "import type { Options } from './a';",
        'export class Own implements Options {',
        '  depth = 1;',
        '}',
        'export const plain: Options = { depth: 1 };',
        'export function run(options: Options) { return options.depth; }',
        'export const ran = run({ depth: 2 });',
        '',
      ].join('\n'),
    };
    const required = 'export interface Options {\n  depth: number;\n  width: number;\n}\n';
    const optional = required.replace('width:', 'width?:');
    const reason = 'may lack width, which its type requires now';
    expect(await findingsAfter(files, { 'a.ts': required })).toEqual([
      `mayNoLongerFit b.ts:2 ${reason}`,
      `mayNoLongerFit b.ts:5 ${reason}`,
      `mayNoLongerFit b.ts:7 ${reason}`,
    ]);
    expect(await findingsAfter(files, { 'a.ts': optional })).toEqual([]);
  });

  it('leaves out lines that were edited together with the declaration', async () => {
    const files = {
      'a.ts': 'export function f(): string { return ""; }\n',
      'b.ts': "import { f } from './a';\nexport const r = f();\nexport const s = f().length;\n",
    };
    const edits = {
      'a.ts': 'export function f(): number { return 1; }\n',
      'b.ts': "import { f } from './a';\nexport const r = f();\nexport const s = f() + 1;\n",
    };
    expect(await findingsAfter(files, edits)).toEqual([
      'mayNoLongerFit b.ts:2 calls f: its type changed from string to number',
    ]);
  });

  it('accepts operators as names', async () => {
    const files = {
      'a.hpp': 'class Price {\n public:\n  Price operator*(int other);\n};\n',
      'a.rb': 'class Price\n  def [](place)\n    1\n  end\nend\n',
    };
    const edits = {
      'a.hpp': files['a.hpp'].replace('int other', 'long other'),
      'a.rb': files['a.rb'].replace('(place)', '(place, other)'),
    };
    expect(await findingsAfter(files, edits)).toEqual([]);
  });

  it('finds calls of values that have a function type', async () => {
    const files = {
      'a.ts': [
        'export type Hook = (id: string) => string;',
        'export interface Plugin { load: Hook; run: (a: number) => void; all: (1 | 2)[] }',
        '',
      ].join('\n'),
      'b.ts': [
        "import type { Hook, Plugin } from './a';",
        'export function use(hook: Hook, plugin: Plugin) {',
        "  hook('x');",
        "  plugin.load('x');",
        '  plugin.run(1);',
        '  plugin.all.push(1);',
        "  plugin.load('x', 2);",
        '}',
        '',
      ].join('\n'),
    };
    const text = files['a.ts']
      .replace('id: string', 'id: string, order: number')
      .replace('a: number', 'a: number, b?: number')
      .replace('(1 | 2)', '(1 | 2 | 3)');
    const found = await findingsAfter(files, { 'a.ts': text });
    expect(found.filter((line) => !line.startsWith('mayNoLongerFit'))).toEqual([
      'argumentsNoLongerFit b.ts:4 calls Hook: it needs order, which is not given',
      'argumentsNoLongerFit b.ts:3 calls hook: it needs order, which is not given',
    ]);
  });

  it('finds calls of a constructor, by other names, and several on one line', async () => {
    const files = {
      'a.ts': [
        'export class Base {',
        '  constructor(readonly a: number) {}',
        '}',
        'export default function f(a: number) { return a; }',
        '',
      ].join('\n'),
      'b.ts': [
        "import other, { Base as Own } from './a';",
        'export class Sub extends Own {',
        '  constructor() {',
        '    super(1);',
        '  }',
        '}',
        'export const one = new Own(1);',
        'export const two = other(1);',
        'export const three = other(1) + other(2);',
        'export const four = other(1, 2) + other(2);',
        '',
      ].join('\n'),
    };
    const text = files['a.ts'].replaceAll('a: number)', 'a: number, b: number)');
    const found = await findingsAfter(files, { 'a.ts': text });
    const linesOf = (kind: string) =>
      found.flatMap((line) => (line.startsWith(kind) ? [line.split(' ')[1]] : [])).sort();
    expect(linesOf('argumentsNoLongerFit')).toEqual(['b.ts:4', 'b.ts:7', 'b.ts:8', 'b.ts:9']);
    expect(linesOf('mayNoLongerFit')).toEqual(['b.ts:10']);
  });

  it('finds uses of a removed field, which are sure where the type is written', async () => {
    const files = {
      'a.ts': [
        'export interface Options { depth: number; old: string }',
        'export interface Open { [key: string]: unknown; old: string }',
        'export class Base { gone = 1; kept = 1; }',
        'export class Top extends Base { override kept = 2; }',
        '',
      ].join('\n'),
      'b.ts': [
        "import { Base, Top, type Open, type Options } from './a';",
        'interface Other { old: string }',
        'export class Sub extends Base {',
        '  read() { return this.gone; }',
        '}',
        'export function use(options: Options, open: Open, other: Other, top: Top) {',
        '  const { old } = options;',
        '  const again = options.old;',
        '  const also = other.old;',
        '  return [old, again, also, top.kept];',
        '}',
        'export const read = (open: Open) => open.old;',
        '',
      ].join('\n'),
    };
    const text = files['a.ts']
      .replaceAll('; old: string', '')
      .replace('gone = 1; ', '')
      .replace(' override kept = 2; ', '');
    const found = await findingsAfter(files, { 'a.ts': text });
    const reason = 'uses old, which is removed';
    expect(found.filter((line) => line.startsWith('removed')).sort()).toEqual([
      'removedStillUsed b.ts:4 uses gone, which is removed',
      `removedStillUsed b.ts:7,8 ${reason}`,
    ]);
    expect(found).toContain(`mayNoLongerFit b.ts:12 ${reason}`);
  });

  it('finds values that a union type no longer has, where the type is used and in calls', async () => {
    const files = {
      'a.ts': [
        "export type Mode = 'fast' | 'slow';",
        'export class Runner { constructor(private mode: Mode) {} }',
        "export type Size = 'big' | 'small';",
        '',
      ].join('\n'),
      'b.ts': [
        "import { Mode, Runner, Size } from './a';",
        "export const one = () => new Runner('slow');",
        "export const two = () => new Runner('fast');",
        "export function isSlow(mode: Mode) { return mode === 'slow'; }",
        "export function isSmall(size: Size) { return size === 'small'; }",
        "export const other = 'slow';",
        '',
      ].join('\n'),
    };
    const text = [
      "export type Mode = 'fast' | 'careful';",
      'export class Runner { constructor(private mode: Mode) {} }',
      "export type Size = 'big' | 'small' | 'tiny';",
      '',
    ].join('\n');
    const found = await findingsAfter(files, { 'a.ts': text });
    const reason = 'uses a value that Mode does not have any more: slow';
    expect(found.filter((line) => line.endsWith(reason))).toEqual([
      `mayNoLongerFit b.ts:2 ${reason}`,
      `mayNoLongerFit b.ts:4 ${reason}`,
    ]);
    expect(found.some((line) => line.includes('b.ts:5') || line.includes('b.ts:3'))).toBe(false);
  });

  it('names the imports of a symbol that is not exported any more', async () => {
    const files = {
      'a.ts': 'export function f() {}\nexport function h() {}\n',
      'b.ts': "import { h } from './a';\nimport {\n  f,\n} from './a';\nf();\nh();\n",
    };
    const text = 'function f() {}\nexport function h() { f(); }\n';
    expect(await findingsAfter(files, { 'a.ts': text })).toEqual([
      'removedStillUsed b.ts:3 imports f, which is not exported any more',
    ]);
  });

  it('finds uses of a removed field through fields of its type', async () => {
    // A class inherits nothing from an interface.
    const base = 'export interface Base {\n  debug: number;\n}\n';
    const files = {
      'a.ts': `${base}export class Config implements Base {\n  debug = 0;\n  bin = 1;\n}\n`,
      'b.ts': [
        "import { Config } from './a';",
        'export class Command {',
        '  constructor(public config: Config, other: Config) {}',
        '  init() {',
        '    if (this.config.debug) this.config.bin;',
        '    this.other.debug;',
        '  }',
        '}',
        'export interface Wide { debug: number }',
        'export class Sub extends Command {',
        '  config!: Wide;',
        '  run() {',
        '    this.config.debug;',
        '  }',
        '}',
        '',
      ].join('\n'),
    };
    const edits = { 'a.ts': `${base}export class Config implements Base {\n  bin = 1;\n}\n` };
    expect(await findingsAfter(files, edits)).toEqual([
      'removedStillUsed b.ts:5 uses debug, which is removed',
      'mayNoLongerFit b.ts:6 uses debug, which is removed',
      'mayNoLongerFit b.ts:13 uses debug, which is removed',
    ]);
  });

  it('finds calls of a constructor through what has the type of its class', async () => {
    const files = {
      'a.ts': 'export class Link {\n  constructor(a: string, b = 1, c = 2) {}\n}\n',
      'b.ts': [
        "import { Link } from './a';",
        'export class Queue {',
        '  constructor(kind: typeof Link = Link) {',
        "    new kind('a', 2, 3);",
        "    new kind('a');",
        '  }',
        '}',
        '',
      ].join('\n'),
    };
    const edits = { 'a.ts': 'export class Link {\n  constructor(a: string, b = 1) {}\n}\n' };
    const found = await findingsAfter(files, edits);
    expect(found.filter((line) => line.startsWith('argumentsNoLongerFit'))).toEqual([
      expect.stringContaining('argumentsNoLongerFit b.ts:4 calls kind: '),
    ]);
  });

  it('names the imports of a symbol that its module imports itself now', async () => {
    const files = {
      'a.ts': 'export interface Context {}\nexport interface Options {}\n',
      'b.ts': "import { Context } from './a';\nexport let b: Context;\n",
      'c.ts': "import { Options } from './a';\nexport let c: Options;\n",
      'new.ts': 'export const n = 1;\n',
    };
    const edits = {
      'a.ts':
        "import { Context } from './new';\nimport { Options } from './new';\nexport type { Options };\nexport let a: Context;\n",
      'new.ts': 'export interface Context {}\nexport interface Options {}\n',
    };
    const found = await findingsAfter(files, edits);
    expect(found.filter((line) => line.startsWith('removedStillUsed'))).toEqual([
      'removedStillUsed b.ts:1 imports Context, which is moved to new.ts::Context',
      'removedStillUsed b.ts:2 uses Context, which is moved to new.ts::Context',
    ]);
  });
});
