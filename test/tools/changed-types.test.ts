/** Uses of declarations whose types changed: those that break, and those that may. */
import { describe, expect, it } from 'vitest';
import { commitAll, git } from '../git/temp-repository.ts';
import { tempProject } from '../project/temp-project.ts';
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
  const temp = await tempProject(files);
  git(temp.config.root, 'init', '--initial-branch=main');
  commitAll(temp.config.root, 'first');
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
});
