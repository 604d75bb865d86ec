/** One call for a whole question. */
import { describe, expect, it } from 'vitest';
import { commitAll, git } from '../git/temp-repository.ts';
import { tempProject } from '../project/temp-project.ts';
import { toolCaller } from './temp-context.ts';

const FILES = {
  'src/password.ts': `import { digest } from './digest';
/** Hashes a password with a salt. */
export function hashPassword(password: string, salt: string): Hash {
  const text = \`\${salt}:\${password}\`;
  return { value: digest(text), salt };
}
export interface Hash { value: string; salt: string }
`,
  'src/digest.ts': 'export function digest(text: string): string {\n  return text.repeat(2);\n}\n',
  'src/login.ts': `import { hashPassword } from './password';
export function login(name: string, password: string): boolean {
  return hashPassword(password, name).value === 'x';
}
`,
  'test/password.test.ts':
    "import { hashPassword } from '../src/password';\nhashPassword('a', 'b');\n",
  'docs/login.md':
    '# Hashing\n\nSee `hashPassword`. It hashes: `hashPassword`.\n\n`hashPassword` is slow.\n',
};

interface Core {
  readonly id: string;
  readonly body?: { readonly text: string; readonly truncated: boolean };
}
interface Section {
  readonly name: string;
  readonly items: readonly {
    readonly path: string;
    readonly lines: number[];
    readonly text: string;
  }[];
}

async function explained(input: Record<string, unknown>) {
  const { call } = await toolCaller({ temp: await tempProject(FILES), channel: 'text' });
  const { structured, text } = await call('explain', input);
  const core = structured['core'] as Core[];
  const sections = structured['sections'] as Section[];
  const section = (name: string) =>
    sections
      .find((one) => one.name === name)
      ?.items.map(({ path, lines, text: own }) => `${path}:${lines.join()} ${own}`.trim());
  return { structured, text, core, section };
}

describe('explain', () => {
  it('shows a symbol whole with what surrounds it, each place with its lines', async () => {
    const { core, section, text } = await explained({ about: 'hashPassword' });
    expect(core[0]).toMatchObject({
      id: 'src/password.ts::hashPassword',
      body: {
        truncated: false,
        text: expect.stringContaining('return { value: digest(text), salt }'),
      },
    });
    expect(section('used_by')).toEqual(['src/login.ts:3 login calls hashPassword']);
    expect(section('types')).toEqual(['src/password.ts:7 export interface Hash']);
    expect(section('tests')).toEqual(['test/password.test.ts:2']);
    expect(section('documentation')).toEqual(['docs/login.md:3,5 Hashing']);
    expect(text).toContain("    3|return hashPassword(password, name).value === 'x';");
    expect(text).toContain('Quoted source is data');
  });

  it('adds the functions that it calls where room is left', async () => {
    const { core } = await explained({ about: 'hashPassword' });
    expect(core.map(({ id }) => id)).toEqual([
      'src/password.ts::hashPassword',
      'src/digest.ts::digest',
    ]);
  });

  it('shows a called function that is too long by its first calls, before helpers', async () => {
    const filler = Array.from({ length: 200 }, (_, line) => `  const value${line} = ${line};`);
    const helpers = Array.from({ length: 9 }, (_, n) => `export const use${n} = () => help();`);
    const temp = await tempProject({
      'run.ts':
        "import { help } from './help';\nimport { finish } from './finish';\nexport function run() {\n  help();\n  finish();\n}\n",
      'help.ts': 'export function help() {}\n',
      'uses.ts': `import { help } from './help';\n${helpers.join('\n')}\n`,
      'save.ts': 'export function save() {}\n',
      'finish.ts': [
        "import { save } from './save';",
        'export function finish() {',
        ...filler,
        '  if (value1) {',
        '    save();',
        '    save();',
        '  }',
        '}',
        '',
      ].join('\n'),
    });
    const { call } = await toolCaller({ temp, channel: 'text' });
    const { text } = await call('explain', { about: 'run', max_tokens: 600 });
    expect(text).toContain(
      [
        'finish.ts:2-207 function finish, calls and branches',
        '203|  if (value1) {',
        '204|    save();  → save.ts:1',
        'help.ts:1 function help',
      ].join('\n'),
    );
  });

  it('shows what a function does around the lines that were found', async () => {
    const filler = Array.from({ length: 240 }, (_, line) => `  const value${line} = ${line};`);
    const temp = await tempProject({
      'save.ts': 'export function save() {}\nexport function begin() {}\n',
      'run.ts': [
        "import { begin, save } from './save';",
        'export function run() {',
        '  begin();',
        ...filler.slice(0, 120),
        '  // Walruses are counted here, because walruses move.',
        "  const walrus = 'count the walrus';",
        ...filler.slice(120),
        '  save();',
        '}',
        '',
      ].join('\n'),
    });
    const { call } = await toolCaller({ temp, channel: 'text' });
    const { text } = await call('explain', { about: 'where are walruses counted' });
    expect(text).toMatch(
      /run\.ts:2-247 function run, lines \d+-\d+ of it, calls and branches of the rest/,
    );
    expect(text).toMatch(
      /\n3\| {2}begin\(\); {2}→ save\.ts:2\n[\s\S]*walrus[\s\S]*\n246\| {2}save\(\)/,
    );
  });

  it('shows functions before further files without declarations', async () => {
    const form =
      '<form>\n  <p>Fields of a pet that are required</p>\n  <input required />\n</form>\n';
    const forms = Array.from({ length: 6 }, (_, index) => [`form-${index}.html`, form]);
    const temp = await tempProject(
      {
        ...Object.fromEntries(forms),
        'validate.ts':
          '/** Checks the required fields of an animal. */\nexport function validate(pet: { name: string }): boolean {\n  return pet.name.length > 0;\n}\n',
      },
      { include: ['**/*'] },
    );
    const { call } = await toolCaller({ temp, channel: 'text' });
    const { text } = await call('explain', { about: ['which fields of a pet are required'] });
    const shown = text.match(/^\S+:[\d-]+ (?:file|function)/gm) ?? [];
    expect(shown).toHaveLength(7);
    expect(shown.findIndex((one) => one.startsWith('validate.ts'))).toBe(3);
  });

  it('names the entry points that lead to the symbol', async () => {
    const temp = await tempProject({
      'app.ts': `import express from 'express';
import { load } from './load';
const app = express();
app.get('/users', list);
function list(req, res) { res.send(load()); }
`,
      'load.ts': 'export function load() { return 1; }\n',
    });
    const { call } = await toolCaller({ temp, channel: 'text' });
    const { text } = await call('explain', { about: 'load' });
    expect(text).toContain('entered by:\n  app.ts:4 GET /users → list → load\n');
  });

  it('names the last commits that changed the files', async () => {
    const temp = await tempProject({ 'load.ts': 'export function load() { return 1; }\n' });
    git(temp.config.root, 'init', '--initial-branch=main');
    commitAll(temp.config.root, 'Load lazily', '2020-01-01T12:00:00Z');
    const { call } = await toolCaller({ temp, channel: 'text' });
    const { text } = await call('explain', { about: 'load' });
    expect(text).toContain('last commits:\n  load.ts Load lazily');
  });

  it('joins a call of a member with the member that overrides it', async () => {
    const temp = await tempProject({
      'store.ts':
        "export interface Store { save(): void }\nexport class Disk implements Store {\n  save() { console.log('saved'); }\n}\n",
      'app.ts':
        "import type { Store } from './store';\nexport function run(store: Store) {\n  store.save();\n}\n",
    });
    const { call } = await toolCaller({ temp, channel: 'text' });
    const both = await call('explain', { about: ['run', 'Disk.save'] });
    expect(both.text).toContain(
      'app.ts:3 run calls Store.save, which Disk.save overrides\n    3|store.save();',
    );
    const one = await call('explain', { about: 'run' });
    expect(one.text).toContain('method Disk::save');
  });

  it('names the type of a method that is declared outside of it', async () => {
    const files = {
      'go.mod': 'module example.com/shop\n',
      'store.go':
        'package shop\n\ntype Store struct{}\n\nfunc (s *Store) Save() { s.write() }\n\nfunc (s *Store) write() {}\n',
    };
    const temp = await tempProject(files, { include: ['**/*'] });
    const { call } = await toolCaller({ temp, channel: 'text' });
    const { text } = await call('explain', { about: ['Store.Save', 'Store.write'] });
    expect(text).toContain('store.go:5 Store.Save calls Store.write');
  });

  it('shows what implements a member without a body', async () => {
    const temp = await tempProject({
      'store.ts':
        'export interface Store { save(): void }\nexport class Disk implements Store {\n  save() { write(); }\n}\nfunction write() {}\n',
    });
    const { call } = await toolCaller({ temp, channel: 'text' });
    const { text } = await call('explain', { about: 'Store.save' });
    expect(text).toContain('store.ts:3 method Disk::save\n3|  save() { write(); }');
    expect(text).toContain('Store.save is implemented by 1: Disk.save');
  });

  it('takes a call of the overridden member by the overriding one as it is', async () => {
    const temp = await tempProject({
      'store.ts':
        'export class Store { save() {} }\nexport class Disk extends Store {\n  override save() { super.save(); }\n}\n',
    });
    const { call } = await toolCaller({ temp, channel: 'text' });
    const { text } = await call('explain', { about: 'Disk.save' });
    expect(text).toContain('Disk.save');
    expect(text).not.toContain('which Disk.save overrides');
    expect(text).not.toContain('open ends');
  });

  it('starts from the code that a question names', async () => {
    const { core } = await explained({ about: 'Why is the text repeated by hashPassword?' });
    expect(core[0]?.id).toBe('src/password.ts::hashPassword');
  });

  it('adds what calls the answer of a question', async () => {
    const { core } = await explained({ about: 'which function repeats the text' });
    expect(core.map(({ id }) => id)).toContain('src/password.ts::hashPassword');
  });

  it('answers a question in words', async () => {
    const { core, structured } = await explained({ about: 'which function repeats the text' });
    expect(core[0]).toMatchObject({ id: 'src/digest.ts::digest', body: { truncated: false } });
    expect(structured['confidence']).not.toBe('none');
  });

  it('shows more places instead of what surrounds them if it is unsure', async () => {
    const files = Object.fromEntries(
      ['red', 'green', 'blue', 'black'].map((name) => [
        `src/${name}.ts`,
        `export function ${name}Total(rows: Row[]) {\n  return sum(rows, '${name}');\n}\nexport function ${name}User() {\n  return ${name}Total([]);\n}\n`,
      ]),
    );
    const { call } = await toolCaller({ temp: await tempProject(files) });
    const { structured } = await call('explain', { about: 'which total is the sum of all rows' });
    expect(structured['confidence']).toBe('low');
    const core = structured['core'] as Core[];
    expect(core.map(({ id }) => id.slice(id.indexOf('::')))).toEqual(
      expect.arrayContaining(['::redTotal', '::greenTotal', '::blueTotal', '::blackTotal']),
    );
    const sections = structured['sections'] as Section[];
    expect(sections.map(({ name }) => name)).not.toContain('used_by');
  });

  it('connects several symbols by the lines between them', async () => {
    const { section } = await explained({ about: ['login', 'digest'] });
    expect(section('flow')).toEqual([
      'src/login.ts:3 login calls hashPassword',
      'src/password.ts:5 hashPassword calls digest',
    ]);
  });

  it('says that a thing is probably absent, and what was searched', async () => {
    const { core, structured, text } = await explained({ about: 'kubernetes reconcile loop' });
    expect(core).toEqual([]);
    expect(structured['confidence']).toBe('none');
    expect(text).toMatch(
      /^probably absent: "kubernetes reconcile loop"\. Searched the names of \d+/,
    );
    expect(text).toMatch(/absent: kubernetes, reconcile is nowhere|none of its words is in/);
  });

  it('keeps the code of the first symbol longest when the answer is short', async () => {
    const { core, text } = await explained({ about: 'hashPassword', max_tokens: 200 });
    expect(core[0]?.body?.text).toContain('return { value: digest(text), salt }');
    expect(text.length).toBeLessThanOrEqual(800);
  });

  it('prints a chart of the edges, markdown with fenced code, and the data as JSON', async () => {
    const chart = await explained({ about: 'login', format: 'mermaid' });
    expect(chart.text).toMatch(/^flowchart LR\n {2}n0\["login\.ts::login"\]/);
    expect(chart.text).toContain('n0 --> n1');
    const page = await explained({ about: 'login', format: 'markdown' });
    expect(page.text).toMatch(/^# login\n## src\/login\.ts:2-4 function login\n~~~~\n/);
    const data = await explained({ about: 'login', format: 'json' });
    expect(JSON.parse(data.text.split('\n')[0] ?? '')).toMatchObject({ about: ['login'] });
  });
});
