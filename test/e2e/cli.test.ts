import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { environment, makeSandbox, PROGRAM, type Sandbox } from './program.ts';

/** One sandbox for the commands that only ask; those that change something make their own. */
let shop: Sandbox;
beforeAll(async () => {
  shop = await makeSandbox();
  await shop.run(['index']);
});
afterAll(() => shop.remove());

async function fresh(use: (sandbox: Sandbox) => Promise<void>): Promise<void> {
  const sandbox = await makeSandbox();
  try {
    await use(sandbox);
  } finally {
    await sandbox.remove();
  }
}

function json(text: string): Record<string, unknown> {
  return JSON.parse(text) as Record<string, unknown>;
}

describe('graph-memory index', () => {
  it('prints progress on stderr and results on stdout', () =>
    fresh(async ({ run }) => {
      const { status, stdout, stderr } = await run(['index']);
      expect(status).toBe(0);
      expect(stdout).toMatch(/^shop: 17 added, 0 changed/);
      expect(stdout).toMatch(
        / {2}files: 17 \(typescript 12, json 2, javascript 1, markdown 1, tsx 1\)/,
      );
      expect(stdout).toMatch(/ {2}edges: .*calls \d+/);
      expect(stderr).toContain('reading files (17)…');
      expect(stderr).not.toContain('\u001b');
    }));

  it('indexes a folder other than the current one', () =>
    fresh(async ({ run, folder, project }) => {
      const { stdout } = await run(['index', 'shop'], { cwd: folder });
      expect(stdout).toMatch(/^shop: 17 added/);
      expect((await run(['index', project], { cwd: folder })).stdout).toMatch(/^shop: up to date/);
      expect((await run(['index', '-C', folder, 'shop'])).stdout).toMatch(/^shop: up to date/);
    }));

  it('stores the index in the home folder and leaves the project unchanged', () =>
    fresh(async ({ run, home, project }) => {
      await run(['index']);
      const { stdout } = await run(['status', '--json']);
      const store = json(stdout)['store'] as { path: string };
      expect(store.path.startsWith(join(home, '.graph-memory', 'shop-'))).toBe(true);
      await expect(readFile(join(project, 'graph-memory.yaml'))).rejects.toThrow();
    }));

  it('reports an interruption and starts again the next time', () =>
    fresh(async ({ run, project }) => {
      // Enough work that the interruption comes in the middle of it.
      const text = 'export function one() {}\n'.repeat(200);
      for (let file = 0; file < 200; file++) await writeFile(join(project, `f${file}.ts`), text);
      const { status, stderr, stdout } = await run(['index'], {
        onStderr: (text, interrupt) => text.includes('reading files') && interrupt(),
      });
      expect(stderr).toContain('error[GM_CANCELLED]');
      expect(stdout).toBe('');
      expect(status).toBe(130);
      expect((await run(['index', '--json'])).stdout).toContain('"added":217');
    }));
});

describe.concurrent('query commands', () => {
  it.each([
    [
      ['search', 'when', 'the', 'network', 'fails'],
      /1\. src\/checkout\/payment\.ts:\d+-\d+ in function/,
    ],
    [['symbol', 'Cart.total'], /src\/cart\/cart\.ts::Cart::total \(method\)/],
    [['outline', 'src/cart/cart.ts'], /12 symbols; imports 3 files, imported by 5/],
    [['references', 'sumCents'], /calls \(2\):\n {2}src\/cart\/cart\.ts:33 Cart::total/],
    [['traverse', 'sumCents', '--depth', '2'], /\n {4}← calls src\/main\.ts::sellOne/],
    [['grep', '-i', 'SUMCENTS'], /lines in \d+ files for "SUMCENTS"/],
    [['symbol', 'sumCents', '--with', 'callers,tests'], /callers/],
    [['path', 'sellOne', 'sumCents'], /2 paths .*\n1\. src\/main\.ts::sellOne\n {3}→ calls/],
    [['neighbors', 'sumCents', '--direction', 'in'], /← calls src\/cart\/cart\.ts::Cart::total/],
    [['status'], /generation 1/],
    [['docs', 'search', 'raises', 'the', 'quantity'], /1\. docs\/carts\.md:1-18 section/],
    [['docs', 'section', 'Totals'], /Amounts are whole cents/],
    [['docs', 'toc'], /1-18 docs\/carts\.md: Carts\n +5-15 Filling a cart\n +16-18 Totals/],
    [['docs', 'refs', 'sumCents'], /docs\/carts\.md:18 section .*Totals/],
    [['docs', 'check'], /^0 findings in 1 page of shop/],
    [['projects'], /1 project:\n {2}shop/],
  ])('answer %j', async (args, answer) => {
    const { status, stdout, stderr } = await shop.run(args);
    expect(stdout).toMatch(answer);
    // A slow machine shows progress.
    expect({ status, stderr: stderr.replace(/^[a-z ]+…\n/gm, '') }).toEqual({
      status: 0,
      stderr: '',
    });
  });

  it('fail if pages contain broken links', () =>
    fresh(async ({ run, project }) => {
      await writeFile(join(project, 'docs/more.md'), '# More\n\nSee [it](../src/gone.ts).\n');
      const { status, stdout } = await run(['docs', 'check']);
      expect(status).toBe(1);
      expect(stdout).toMatch(/^1 finding in 2 pages of shop.*\ndocs\/more\.md:3 .*src\/gone\.ts/);
    }));

  it('print one JSON document with --json', async () => {
    const { stdout } = await shop.run(['search', 'card', '--max-results', '1', '--json']);
    expect(json(stdout)).toMatchObject({ project: 'shop', returned_count: 1 });
  });

  it('accept every kind of flag', async () => {
    const flags = [
      '--path-glob',
      'src/**',
      '--path-glob',
      '!src/ui/**',
      '--kinds',
      'fn',
      '--include-tests',
      'no',
    ];
    const { stdout } = await shop.run([
      'search',
      'price',
      ...flags,
      '--detail',
      'locations',
      '--json',
    ]);
    const hits = json(stdout)['results'] as { path: string; snippet?: string }[];
    expect(hits.map((hit) => hit.path)).toContain('src/shared/money.ts');
    expect(hits.every((hit) => !hit.path.startsWith('src/ui/'))).toBe(true);
    expect(hits.every((hit) => hit.snippet === undefined)).toBe(true);
  });

  it('build a missing index first and report it on stderr', () =>
    fresh(async ({ run }) => {
      const { status, stdout, stderr } = await run(['search', 'card', '--json']);
      expect(status).toBe(0);
      expect(json(stdout)).toMatchObject({ index_generation: 1 });
      expect(stderr).toMatch(/shop is not indexed yet; building the index\n/);
    }));

  it('see edits unless refreshing is disabled', () =>
    fresh(async ({ run, project }) => {
      await run(['index']);
      await writeFile(join(project, 'src/wishlist.ts'), 'export class Wishlist {}\n');
      const stored = await run(['search', 'wishlist', '--no-refresh']);
      expect(stored.stdout).toContain('No match for "wishlist"');
      const updated = await run(['search', 'wishlist']);
      expect(updated.stdout).toContain('src/wishlist.ts:1 class Wishlist');
      expect(updated.stderr).toMatch(/index updated: 1 added, 0 changed, 0 removed/);
    }));

  it('use the repository or package around the current folder, or another with --dir', async () => {
    const inside = await shop.run(['symbol', 'Cart', '--json', '--dir', 'src']);
    expect(inside.stdout).toContain('"project":"shop"');
    expect(inside.stderr).toContain(`the project is ${shop.project}, which holds this folder`);
    const outside = await shop.run(['status', '--json', '-C', shop.project], { cwd: shop.home });
    expect(json(outside.stdout)).toMatchObject({ project: 'shop', indexed: true });
  });

  it('recover from a damaged store with a one-line notice', () =>
    fresh(async ({ run }) => {
      await run(['index']);
      const { path } = json((await run(['status', '--json'])).stdout)['store'] as { path: string };
      await writeFile(join(path, 'snapshot.gm'), 'nonsense');
      const { status, stdout, stderr } = await run(['symbol', 'Cart']);
      expect(status).toBe(0);
      expect(stdout).toContain('src/cart/cart.ts::Cart');
      // On a slow machine progress is shown between the two.
      const lines = stderr.split('\n').filter((line) => line !== '' && !line.endsWith('…'));
      expect(lines).toEqual([
        expect.stringMatching(/^the stored index of shop cannot be used .*; rebuilding$/),
        expect.stringMatching(/^indexed 17 files in /),
      ]);
    }));
});

describe.concurrent('a file in place of the folder of all stores', () => {
  const blocked = (check: (sandbox: Sandbox, file: string) => Promise<void>) =>
    fresh(async (sandbox) => {
      const file = join(sandbox.home, '.graph-memory');
      await mkdir(sandbox.home, { recursive: true });
      await writeFile(file, '');
      await check(sandbox, file);
    });

  it('is named with a hint by commands that cannot store', () =>
    blocked(async ({ run }, file) => {
      const { status, stderr } = await run(['index']);
      expect(status).toBe(1);
      expect(stderr).toMatch(/error\[GM_IO\]: .* is a file, not a folder\nhint: Move .* away/);
      expect(stderr).toContain(`${file} is a file`);
      expect(stderr).not.toContain('stored index');
    }));

  it.each([[['status']], [['symbol', 'Cart']]])('does not prevent %j from answering', (words) =>
    blocked(async ({ run }, file) => {
      const { status, stderr } = await run(words);
      expect(status).toBe(0);
      expect(stderr).toMatch(/^the store of shop cannot be read: /);
      expect(stderr.split(`Move ${file} away`)).toHaveLength(2);
    }),
  );
});

describe.concurrent('command errors', () => {
  it.each([
    ['an unknown command', ['serach', 'x'], 2, 'GM_USAGE', /Did you mean search\?/],
    ['a folder for an argument', ['status', 'src'], 2, 'GM_USAGE', /-C <folder>/],
    ['a folder for a command', ['src'], 2, 'GM_USAGE', /graph-memory -C src/],
    ['an unknown flag', ['search', 'x', '--frob'], 2, 'GM_USAGE', /--help/],
    ['a missing argument', ['symbol'], 2, 'GM_USAGE', /--help/],
    ['a wrong value', ['search', 'x', '--include-tests', 'maybe'], 2, 'GM_USAGE', /Parameters of/],
    ['a number that is none', ['search', 'x', '--max-results', 'ten'], 2, 'GM_USAGE', /Parameters/],
    ['an unknown kind', ['search', 'x', '--kind', 'clas'], 2, 'GM_USAGE', /Did you mean class\?/],
    [
      'a route without quotes',
      ['path', 'GET', '/none', 'Cart'],
      1,
      'GM_SYMBOL_NOT_FOUND',
      /entrypoints/,
    ],
    ['one end of a path', ['path', 'Cart'], 2, 'GM_USAGE', /--help/],
    ['a share above 1', ['verify', '--min-recall', '98'], 2, 'GM_USAGE', /--help/],
    ['an unknown symbol', ['symbol', 'Crat'], 1, 'GM_SYMBOL_NOT_FOUND', /cart\.ts::Cart/],
    [
      'an unknown file',
      ['outline', 'no.ts'],
      1,
      'GM_FILE_NOT_FOUND',
      /"graph-memory search" finds files/,
    ],
    ['an unknown project', ['status', '--project', 'x'], 1, 'GM_PROJECT_NOT_FOUND', /shop/],
    [
      'a missing configuration',
      ['status', '--config', 'no.yaml'],
      2,
      'GM_CONFIG_NOT_FOUND',
      /init/,
    ],
  ])('report %s', async (_, args, exitStatus, code, hint) => {
    const plain = await shop.run(args);
    expect(plain.stdout).toBe('');
    // A slow machine shows progress before it.
    expect(plain.stderr).toMatch(new RegExp(`^error\\[${code}\\]: .+\\nhint: `, 'm'));
    expect(plain.stderr).toMatch(hint);
    expect(plain.status).toBe(exitStatus);
    const asJson = await shop.run([...args, '--json']);
    expect(json(asJson.stdout)).toMatchObject({
      error: { code, hint: expect.stringMatching(hint) },
    });
    expect(asJson.status).toBe(exitStatus);
  });

  it('report the line and column of an invalid configuration', () =>
    fresh(async ({ run, project }) => {
      await writeFile(
        join(project, 'graph-memory.yaml'),
        'projects:\n  shop:\n    projectdir: .\n',
      );
      const { status, stderr } = await run(['status']);
      expect(status).toBe(2);
      expect(stderr).toMatch(/error\[GM_CONFIG_INVALID\][\s\S]*line 3, column \d+/);
    }));
});

describe('graph-memory verify', () => {
  it("compares the edges with the compiler's", async () => {
    const { status, stdout, stderr } = await shop.run(['verify']);
    expect(stdout).toMatch(/^shop: 14 files compared with TypeScript [56]\..* MB\n/);
    expect(stdout).toMatch(/\ncalls( +28){3} +1\.0000 +1\.0000 +0\n/);
    // A slow machine shows progress.
    expect({ status, stderr: stderr.replace(/^[a-z ]+…\n/gm, '') }).toEqual({
      status: 0,
      stderr: '',
    });
  });

  it('fails below a gate and still prints the report', () =>
    fresh(async ({ run, project }) => {
      const first = await run(['verify', '--min-precision', '1', '--min-recall', '1', '--json']);
      expect(json(first.stdout)).toMatchObject({ files: 14, gate_failures: [] });
      expect(first.status).toBe(0);
      const beyond = [
        "import type { Cart } from './cart/cart';",
        'type T0 = Cart;',
        // Aliases of aliases are followed to a bounded depth.
        ...Array.from({ length: 80 }, (_, index) => `type T${index + 1} = T${index};`),
        'export function far(cart: T80): number {',
        '  return cart.total();',
        '}',
      ];
      await writeFile(join(project, 'src/far.ts'), beyond.join('\n'));
      const { status, stdout, stderr } = await run(['verify', '--min-recall', '1']);
      expect(stdout).toContain('  src/far.ts:84 total → src/cart/cart.ts::Cart::total');
      expect(stderr).toMatch(/below the gate: calls: recall 0\.9\d+ is below 1\n/);
      expect(status).toBe(1);
    }));
});

describe('graph-memory export', () => {
  it('prints every node and then every edge as JSON lines', async () => {
    const { stdout, status } = await shop.run(['export', '--format', 'jsonl']);
    expect(status).toBe(0);
    const rows = stdout.trimEnd().split('\n').map(json);
    const nodes = rows.filter((row) => row['type'] === 'node');
    const edges = rows.filter((row) => row['type'] === 'edge');
    expect(nodes.length + edges.length).toBe(rows.length);
    expect(nodes.filter((node) => node['kind'] === 'file')).toHaveLength(17);
    expect(nodes).toContainEqual({
      type: 'node',
      id: 'src/cart/cart.ts::Cart::total',
      kind: 'method',
      path: 'src/cart/cart.ts',
      name: 'total',
      startLine: 32,
      endLine: 34,
      exported: false,
      language: 'typescript',
    });
    expect(edges).toContainEqual({
      type: 'edge',
      kind: 'calls',
      source: 'src/cart/cart.ts::Cart::total',
      target: 'src/shared/money.ts::sumCents',
      line: 33,
      evidence: 'exact',
    });
    const ids = new Set(nodes.map((node) => node['id']));
    expect(edges.filter((edge) => !ids.has(edge['source']) || !ids.has(edge['target']))).toEqual(
      [],
    );
  });

  it('prints nothing that controls a terminal', () =>
    fresh(async ({ run, project }) => {
      await writeFile(join(project, 'odd\u009b31m\u202e.ts'), 'export function odd() {}\n');
      const { stdout } = await run(['export']);
      expect(stdout).not.toMatch(/[\u009b\u202e]/);
      const names = stdout
        .trimEnd()
        .split('\n')
        .map((line) => json(line)['path']);
      expect(names).toContain('odd\u009b31m\u202e.ts');
    }));

  it('prints the same output twice', async () => {
    const [first, second] = [await shop.run(['export']), await shop.run(['export'])];
    expect(first.stdout).toBe(second.stdout);
  });

  it('ends when it is interrupted while nobody reads its output', () =>
    fresh(async ({ project, home }) => {
      const functions = Array.from({ length: 3000 }, (_, n) => `export function f${n}() {}`);
      await writeFile(join(project, 'many.ts'), functions.join('\n'));
      const child = spawn(process.execPath, [PROGRAM, 'export'], {
        cwd: project,
        env: environment(home),
      });
      let stderr = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        stderr += text;
      });
      // One piece is taken out of the pipe, and then no more.
      await once(child.stdout, 'readable');
      child.kill('SIGINT');
      const [status] = await once(child, 'exit');
      expect(status).toBe(130);
      expect(stderr).not.toContain('GM_INTERNAL');
    }));
});

describe('graph-memory without a command', () => {
  it('indexes the project, introduces it and tells how to connect a client', () =>
    fresh(async ({ run, project }) => {
      const { status, stdout, stderr } = await run([]);
      expect(status).toBe(0);
      expect(stdout).toContain('Indexing shop');
      expect(stdout).toMatch(/\nshop: 17 added/);
      expect(stdout).toMatch(/\nOverview\nshop \(.*\): 17 files, \d+ symbols\./);
      expect(stdout.match(/^ {4}graph-memory (search|references|outline) /gm)).toHaveLength(3);
      expect(stdout).toContain('Who calls total?');
      expect(stdout).toMatch(/claude mcp add graph-memory -- node \S+main\.js mcp --dir/);
      expect(stdout).toContain(`"${project}"`);
      expect(stderr).toContain('reading files (17)…');
    }));

  it('prints no escape sequences without a terminal', async () => {
    const { stdout, stderr } = await shop.run([]);
    expect(stdout + stderr).not.toContain('\u001b');
  });
});

describe('graph-memory completion', () => {
  it.runIf(spawnSync('bash', ['--version']).status === 0)(
    'completes commands and flags in bash',
    async () => {
      const { stdout } = await shop.run(['completion', 'bash']);
      const complete = (...words: string[]) => {
        const typed = words.map((word) => `'${word}'`).join(' ');
        const script = `${stdout}\nCOMP_WORDS=(graph-memory ${typed}); COMP_CWORD=${words.length}; _graph_memory; echo "\${COMPREPLY[@]}"`;
        return spawnSync('bash', ['-c', script], { encoding: 'utf8' }).stdout.trim();
      };
      expect(complete('exp')).toBe('explain export');
      expect(complete('search', '--ki')).toBe('--kind');
      expect(complete('docs', 'se')).toBe('search section');
    },
  );

  it('refuses another shell and names those it knows', async () => {
    const { status, stderr } = await shop.run(['completion', 'tcsh']);
    expect(status).toBe(2);
    expect(stderr).toContain('bash, zsh, fish');
  });
});

describe.concurrent('graph-memory --help', () => {
  const commands = ['index', 'search', 'symbol', 'outline', 'neighbors', 'status', 'projects'];
  const graphCommands = ['references', 'traverse', 'path', 'verify'];
  it('tells in "mcp --help" how to connect the program that was started', async () => {
    const { stdout } = await shop.run(['mcp', '--help']);
    expect(stdout).toContain(`  $ claude mcp add graph-memory -- node ${PROGRAM} mcp\n`);
    expect(stdout).not.toContain('npx');
  });

  it.each([
    [],
    ...[...commands, ...graphCommands, 'export', 'mcp', 'init', 'trust'].map((name) => [name]),
  ])('of "%s" shows examples and the common options', async (...name) => {
    const { status, stdout } = await shop.run([...name, '--help']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/Examples:\n {2}\$ graph-memory/);
    for (const flag of ['--json', '--project', '--config']) expect(stdout).toContain(flag);
  });

  it('fits a screen and names every command', async () => {
    const { stdout } = await shop.run(['--help']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(45);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(84);
    for (const name of ['overview', 'traverse', 'export', 'completion'])
      expect(stdout).toMatch(new RegExp(`\\b${name}\\b`));
  });

  it('shows at least two examples for each command, and what each option does', {
    timeout: 120_000,
  }, async () => {
    const { stdout } = await shop.run(['completion', 'fish']);
    const names = [...stdout.matchAll(/__fish_use_subcommand' -a '([\w-]+)'/g)].map(([, name]) => [
      name as string,
    ]);
    expect(names.length).toBeGreaterThan(25);
    const few: string[] = [];
    for (const name of names) {
      const help = (await shop.run([...name, '--help'])).stdout;
      const [, commands] = help.split('\nCommands:\n');
      // A group of commands has its examples below them.
      if (commands !== undefined)
        names.push(
          ...[...commands.matchAll(/^ {2}(\w+) /gm)].map(([, own]) => [...name, own ?? '']),
        );
      else if ((help.match(/^ {2}\$ .*graph-memory /gm) ?? []).length < 2) few.push(name.join(' '));
      // Each option says what it does, besides its name and the form of its value.
      const bare = help.match(/^ {2}(?:-\w, )?--[\w-]+(?: <\w+>)? *(?:\(repeatable\))?$/gm) ?? [];
      few.push(...bare.map((option) => `${name.join(' ')}${option}`));
    }
    expect(few).toEqual([]);
  });

  it('shows the version of the package', async () => {
    const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
    const { stdout } = await shop.run(['--version']);
    expect(stdout.trim()).toBe(json(text)['version']);
  });
});

it('init writes a valid configuration and never overwrites one', () =>
  fresh(async ({ run, project }) => {
    const first = await run(['init']);
    expect(first).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('graph-memory.yaml'),
    });
    expect((await run(['status'])).status).toBe(0);
    const second = await run(['init']);
    expect(second).toMatchObject({ status: 2, stderr: expect.stringContaining('exists already') });
    await rm(join(project, 'graph-memory.yaml'));
  }));

describe('graph-memory eval', () => {
  it('measures questions of a file, relative to the current folder', async () => {
    const line = JSON.stringify({ query: 'cart total', targets: ['src/cart.ts'] });
    await writeFile(join(shop.folder, 'questions.jsonl'), `${line}\n`);
    const { status, stdout } = await shop.run(['eval', '../questions.jsonl', '--json']);
    expect(status).toBe(0);
    expect(json(stdout)).toMatchObject({
      overall: { questions: 1 },
      budgets: [{ max_tokens: 500 }, { max_tokens: 1000 }, { max_tokens: 2000 }],
    });
  });

  it.each([
    [['eval'], 'takes a file of questions or --self'],
    [['eval', 'none.jsonl'], 'none.jsonl: cannot be read (ENOENT)'],
    [['eval', 'src'], 'src: is not a file'],
    [['eval', '--self', '--limit', 'x'], '--limit takes a number'],
  ])('rejects %j', async (args, message) => {
    const { status, stderr } = await shop.run(args);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });
});
