/** The account of a name: every line that holds it, and what each is. */
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tempProject } from '../project/temp-project.ts';
import { toolCaller } from './temp-context.ts';

interface Account {
  readonly line_count?: number;
  readonly file_count: number;
  readonly lines: Readonly<Record<string, number>>;
  readonly open_at?: readonly string[];
  readonly under_other_names?: number;
}

async function accountOf(
  files: Record<string, string>,
  input: Record<string, unknown>,
  given: Parameters<typeof tempProject>[1] = {},
) {
  const { call } = await toolCaller({ temp: await tempProject(files, given) });
  const { structured, text } = await call('code_references', input);
  return { account: structured['account'] as Account, text };
}

/** Numbers of lines as git counts them. */
function grepped(root: string, name: string): number {
  try {
    const args = ['grep', '--no-index', '-wFch', '-e', name];
    const out = execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' });
    return out.split('\n').reduce((sum, count) => sum + Number(count), 0);
  } catch (error) {
    if ((error as { status?: number }).status === 1) return 0;
    throw error;
  }
}

const FILES = {
  'src/pay.ts': `/** Use pay for money. */
export function pay(amount: number): number { return amount; }
export class Till { pay(): void {} }
`,
  'src/index.ts': "export { pay } from './pay';\nexport { pay as payNow } from './pay';\n",
  'src/shop.ts': `import {
  Till,
  pay,
} from './pay';
const label = 'please pay now';
export const order = { pay: true };
export function buy(till: Till, other: any): void {
  pay(1); // pay once
  till.pay();
  other.pay();
}
`,
  'src/alias.ts': "import { pay as settle } from './pay';\nexport const s = () => settle(2);\n",
  'docs/pay.md': '# Paying\n\nCall `pay` to pay.\nNothing else.\n',
};

describe('the account of a name', () => {
  it('counts lines apart that no import can lead to the symbol', async () => {
    const { account, text } = await accountOf(
      {
        'src/rest.js': 'export function find(query) { return query; }\n',
        'src/all.js': "export * from './rest';\n",
        'src/list.js':
          "import * as all from './all';\nexport const list = (db) => all.find(db.find());\n",
        'src/other.js':
          'export const other = (db) => db.find();\nexport const more = (db) => db.find();\n',
      },
      { symbol: 'src/rest.js::find' },
      { include: ['**/*.js'] },
    );
    expect(account.lines).toEqual({ calls: 1, declarations: 1, elsewhere: 2 });
    expect(text).toContain('2 in files that do not import it + 0 open');
  });

  it('counts such lines as open for a member, which needs no import', async () => {
    const { account } = await accountOf(
      {
        'src/rest.js': 'export class Rest { find() {} }\n',
        'src/other.js': 'export const other = (db) => db.find();\n',
      },
      { symbol: 'Rest.find' },
      { include: ['**/*.js'] },
    );
    expect(account.lines).toEqual({ declarations: 1, open: 1 });
  });

  it('counts overrides by the line of their name, below annotations', async () => {
    const { account, text } = await accountOf(
      {
        'src/Shape.java': 'abstract class Shape {\n  abstract int area();\n}\n',
        'src/Square.java':
          'class Square extends Shape {\n  @Override\n  int area() {\n    return 4;\n  }\n}\n',
      },
      { symbol: 'Shape.area', overrides: true },
      { include: ['**/*.java'] },
    );
    expect(text).toContain('src/Square.java');
    expect(account).toMatchObject({ line_count: 2, lines: { implements: 1, declarations: 1 } });
    expect(account.lines).not.toHaveProperty('other_symbols');
    expect(account).not.toHaveProperty('under_other_names');
  });

  it('says what each line is that holds the name', async () => {
    const { account, text } = await accountOf(FILES, { symbol: 'src/pay.ts::pay' });
    expect(account).toEqual({
      name: 'pay',
      line_count: 14,
      file_count: 5,
      lines: {
        declarations: 1,
        calls: 1,
        imports: 4,
        other_symbols: 2,
        documentation: 1,
        comments: 1,
        strings: 2,
        open: 2,
      },
      open_at: ['src/shop.ts:10(),6'],
      open_code: [expect.stringMatching(/^src\/shop\.ts:10 .*pay/), expect.stringMatching(/:6 /)],
      under_other_names: 1,
    });
    expect(text).toContain(
      'account of `pay`: 14 lines in 5 files (1 listed line under another name) = 1 call, 4 imports, 1 declaration (listed)',
    );
    expect(text).toMatch(/2 open:\n {2}src\/shop\.ts\n {3}:10 .*pay/);
  });

  it('counts uses that the request leaves out apart from the listed ones', async () => {
    const { account } = await accountOf(FILES, { symbol: 'src/pay.ts::pay', kinds: ['calls'] });
    expect(account.lines).toMatchObject({ calls: 1, 'left_out.imports': 4 });
  });

  it('tells lines that take the name out of an object, and plain text, from open ones', async () => {
    const files = {
      'shop.ts':
        'export const shop = () => ({ refund: (id: string) => id });\nexport type Shop = ReturnType<typeof shop>;\n',
      'use.ts': `import type { Shop } from './shop';
export const use = (one: Shop) => {
  const {
    refund,
  } = one;
  refund('1');
};
`,
      'other.ts': 'const list = [\n  refund,\n];\n',
      'HISTORY.txt': '* Fixed refund\n',
    };
    const symbol = 'shop.ts::shop::refund';
    const { account } = await accountOf(files, { symbol }, { include: ['**/*'] });
    expect(account.lines).toMatchObject({ calls: 1, bindings: 1, documentation: 1, open: 1 });
    expect(account.open_at).toEqual(['other.ts:2']);
  });

  describe('of a type whose name fields have too', () => {
    const ALL = { include: ['**/*'] };
    const files = {
      'go.mod': 'module shop\n\ngo 1.22\n',
      'meta.go': 'package shop\n\ntype Meta struct{ Name string }\n',
      'order.go': `package shop

type Order struct {
	Meta
}

func name(one Order) string {
	return one.Meta.Name
}

var empty = Order{
	Meta: first(),
}
`,
      'Shop.java': 'class Shop {\n  void run() {\n    unknown.Meta one = null;\n  }\n}\n',
    };

    it('tells reads and keys of the fields from open lines', async () => {
      const { account, text } = await accountOf(files, { symbol: 'meta.go::Meta' }, ALL);
      // What is declared with the name is no field.
      expect(account.lines).toMatchObject({ references: 1, fields: 1, open: 1 });
      expect(text).toContain('1 of fields of that name + 1 open:\n  Shop.java:3 ');
    });

    it('leaves those of a field that embeds it open if the name changes', async () => {
      const { call } = await toolCaller({ temp: await tempProject(files, ALL) });
      const { structured } = await call('impact', { symbols: ['Meta'], change: 'rename' });
      expect(structured).toMatchObject({ accounts: [{ lines: { open: 2 } }] });
    });
  });

  it('takes no later line for an import of something else of its file', async () => {
    const { account } = await accountOf(
      {
        'a.ts': 'export interface Options {}\nexport function only(): void {}\n',
        'b.ts':
          "import { only } from './a';\nimport type { Options } from './a';\n/** Calls only. */\nexport const use = (one: Options) => only();\n",
      },
      { symbol: 'a.ts::only' },
    );
    expect(account.lines).toEqual({ calls: 1, imports: 1, declarations: 1, comments: 1 });
  });

  it('closes when every line is known, and says so', async () => {
    const { account, text } = await accountOf(
      { 'a.ts': 'export function only(): void {}\nonly();\n' },
      { symbol: 'only' },
    );
    expect(account.lines).toEqual({ declarations: 1, calls: 1 });
    expect(text).toContain('= 1 call, 1 declaration (listed) + 0 open');
  });

  it('counts nothing for a name in too many files, and says so', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 401 }, (_, index) => [`f${index}.ts`, 'const many = 1;\n']),
    );
    const { account, text } = await accountOf(files, { symbol: 'f0.ts::many' });
    expect(account).toEqual({ name: 'many', file_count: 401, lines: {} });
    expect(text).toContain('in 401 files, too many to count');
  });

  it('does not find a name inside a secret', async () => {
    const secret = "const password = 'hunter2Wq';\n";
    const { account } = await accountOf(
      { 'a.ts': 'export const hunter2Wq = 1;\n', 'b.ts': `${secret}hunter2Wq;\n` },
      { symbol: 'hunter2Wq' },
    );
    expect(account.line_count).toBe(2);
  });

  it('has the total of `git grep -w`, whatever stands around the name', async () => {
    const name = fc.constantFrom('pay', '$pay', 'pay_all', 'zahlén', '#pay', 'P');
    const around = fc.constantFrom(
      '',
      ' ',
      '.',
      '(',
      '_',
      'x',
      '9',
      'é',
      '字',
      '$',
      '-',
      '\r',
      '\t',
    );
    const piece = fc.tuple(around, name, around).map((parts) => parts.join(''));
    const line = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(''));
    const text = fc.array(line, { maxLength: 8 }).map((lines) => lines.join('\n'));
    await fc.assert(
      fc.asyncProperty(
        name,
        fc.array(text, { minLength: 1, maxLength: 5 }),
        async (word, texts) => {
          const declared = word.startsWith('#') ? `class C { ${word}() {} }` : `var ${word} = 1;`;
          const files = { 'a.ts': `${declared}\n` };
          const others = texts.map((own, index) => [`f${index}.ts`, own]);
          const temp = await tempProject({ ...files, ...Object.fromEntries(others) });
          const { call } = await toolCaller({ temp });
          const symbol = word.startsWith('#') ? `a.ts::C::${word}` : `a.ts::${word}`;
          const { structured } = await call('code_references', { symbol });
          const { line_count } = structured['account'] as Account;
          expect(line_count).toBe(grepped(temp.config.root, word));
        },
      ),
      { numRuns: 30 },
    );
  }, 60_000);
});
