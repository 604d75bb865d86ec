/** Settings: read from the files, joined by name, and shown by the tools. */
import { describe, expect, it } from 'vitest';
import type { Setting } from '../../src/model/setting.ts';
import { tempProject } from '../project/temp-project.ts';
import { toolCaller } from './temp-context.ts';

async function projectOf(files: Readonly<Record<string, string>>) {
  const caller = await toolCaller({ temp: await tempProject(files, { include: ['**/*'] }) });
  const { snapshot } = await caller.indexed();
  const setting = (name: string): Setting | undefined =>
    snapshot.settings.find((one) => one.name === name);
  return { ...caller, snapshot, setting };
}

describe('environment variables', () => {
  it('are found in code, with their chain of fall-backs, and not in comments or strings', async () => {
    const { snapshot, setting } = await projectOf({
      'server.js': [
        'const port = process.env.PORT ?? config.port ?? 5;',
        '// process.env.COMMENTED',
        "const text = 'process.env.QUOTED';",
        `const url = \`http://\${process.env.HOST}/\`;`,
        "process.env.WRITTEN = 'x';",
        "const { MODE, LEVEL = 'info' } = process.env;",
        '',
      ].join('\n'),
    });
    expect(snapshot.settings.map(({ name }) => name)).toEqual(['HOST', 'LEVEL', 'MODE', 'PORT']);
    expect(setting('PORT')?.reads).toEqual([
      {
        path: 'server.js',
        line: 1,
        symbol: 'server.js::port',
        fallback: 'process.env.PORT ?? config.port ?? 5',
        default: '5',
      },
    ]);
    expect(setting('LEVEL')?.reads[0]?.default).toBe("'info'");
  });

  it.each([
    ['a.py', 'import os\nx = os.environ.get("SIZE", "10")\n', '"10"'],
    ['a.py', 'import os\nx = os.getenv("SIZE") or "10"\n', '"10"'],
    ['a.go', 'package a\n\nimport "os"\n\nvar x = os.Getenv("SIZE")\n', undefined],
    ['a.rs', 'fn f() { let x = std::env::var("SIZE").unwrap_or("10".into()); }\n', '"10".into()'],
    ['a.rb', 'x = ENV.fetch("SIZE", 10)\n', '10'],
    ['A.java', 'class A { String x = System.getenv("SIZE"); }\n', undefined],
  ])('are read in %s: %s', async (path, text, value) => {
    const { setting } = await projectOf({ [path]: text });
    expect(setting('SIZE')).toMatchObject({ form: 'environment', reads: [{ path }] });
    expect(setting('SIZE')?.reads[0]?.default).toBe(value);
  });

  it('are read by functions that take the name, and from a copy of the environment', async () => {
    const { setting } = await projectOf({
      'settings.py':
        'import os\n\ndef flag(name, default):\n    return os.getenv(name, default) == "True"\n\nDEBUG = flag("DEBUG", "True")\n',
      'env.ts':
        "import environment from './environment';\nexport const url = environment.CDN_URL ?? '';\nexport const other = environment.production;\n",
    });
    expect(setting('DEBUG')?.reads).toMatchObject([{ line: 6, default: '"True"' }]);
    expect(setting('CDN_URL')?.reads).toMatchObject([{ path: 'env.ts', line: 2 }]);
    expect(setting('production')).toBeUndefined();
  });

  it('are read by functions of other files whose names say so, but not where they are set', async () => {
    const { snapshot, setting } = await projectOf({
      'settings.py': [
        'from parsers import get_bool_from_env, get_choice_from_env',
        'DEBUG = get_bool_from_env("APP_DEBUG", "NO")',
        'MODE = get_choice_from_env("APP_MODE", MODES, default="auto")',
        'SKIN = get_choice_from_env("APP_SKIN", SKINS)',
        '',
      ].join('\n'),
      'main.go': 'package main\n\nvar port = config.EnvOr("APP_PORT", 80)\n',
      'test.py':
        'set_env("APP_SET", 1)\nmonkeypatch.setenv("APP_SET", 1)\nwith_env("APP_SET", 1)\n',
    });
    expect(snapshot.settings.map(({ name }) => name)).toEqual([
      ...['APP_DEBUG', 'APP_MODE', 'APP_PORT', 'APP_SKIN'],
    ]);
    const defaults = ['APP_DEBUG', 'APP_MODE', 'APP_PORT', 'APP_SKIN'].map(
      (name) => setting(name)?.reads[0]?.default,
    );
    expect(defaults).toEqual(['"NO"', '"auto"', '80', undefined]);
  });

  it('are declared by schemas and settings classes, whose uses are reads', async () => {
    const { setting } = await projectOf({
      'env.ts': [
        "import { z } from 'zod';",
        'export const env = z.object({',
        "  PORT: z.coerce.number().default(3000).describe('where to listen'),",
        '}).parse(process.env);',
        '',
      ].join('\n'),
      'main.ts': "import { env } from './env';\nexport const start = () => listen(env.PORT);\n",
      'config.py': 'class Settings(BaseSettings):\n    LIMIT: int = 48\n\nsettings = Settings()\n',
      'app.py': 'from config import settings\n\ndef run():\n    return settings.LIMIT\n',
    });
    expect(setting('PORT')).toMatchObject({
      declarations: [{ path: 'env.ts', line: 3, default: '3000', doc: 'where to listen' }],
      reads: [{ path: 'main.ts', line: 2 }],
    });
    expect(setting('LIMIT')).toMatchObject({
      declarations: [{ path: 'config.py', default: '48', validation: 'int' }],
      reads: [{ path: 'app.py', line: 4, symbol: 'app.py::run' }],
    });
  });
});

describe('command-line flags and keys', () => {
  it('have their default, help text and reads in the same file', async () => {
    const { setting } = await projectOf({
      'cli.py': [
        'import argparse',
        'parser = argparse.ArgumentParser()',
        "parser.add_argument('-n', '--dry-run', default=False, help='change nothing')",
        'args = parser.parse_args()',
        'print(args.dry_run)',
        '',
      ].join('\n'),
      'main.go':
        'package main\n\nimport "flag"\n\nfunc main() {\n\tport := flag.Int("port", 80, "where to listen")\n\tserve(*port)\n}\n',
    });
    expect(setting('--dry-run')).toMatchObject({
      declarations: [{ line: 3, default: 'False', doc: 'change nothing' }],
      reads: [{ line: 5 }],
    });
    expect(setting('--port')).toMatchObject({
      declarations: [{ path: 'main.go', line: 6, default: '80', doc: 'where to listen' }],
      reads: [{ path: 'main.go', line: 7 }],
    });
  });

  it('are found where a library keeps them by text', async () => {
    const { setting } = await projectOf({
      'a.go':
        'package a\n\nfunc f() {\n\tviper.SetDefault("log.level", "debug")\n\tuse(viper.GetString("log.level"))\n}\n',
      'A.java': `class A {\n  @Value("\${cache.size:10}")\n  private int size;\n}\n@ConfigurationProperties("mail")\nclass Mail {\n  private String smtpHost;\n}\n`,
    });
    expect(setting('log.level')).toMatchObject({
      declarations: [{ line: 4, default: '"debug"' }],
      reads: [{ line: 5 }],
    });
    expect(setting('cache.size')).toMatchObject({ reads: [{ line: 2, default: '10' }] });
    expect(setting('mail.smtp-host')).toMatchObject({ declarations: [{ path: 'A.java' }] });
  });
});

describe('tools', () => {
  const FILES = {
    'server.ts':
      'export function start() {\n  return listen(Number(process.env.SHOP_PORT ?? 8080));\n}\n',
    'README.md': '# Shop\n\nSet `SHOP_PORT` to listen elsewhere.\n',
  };

  it('answer for a setting: default, readers and documentation', async () => {
    const { call } = await projectOf(FILES);
    const { text, structured } = await call('code_get_symbol', { symbol: 'SHOP_PORT' });
    expect(structured['settings']).toMatchObject([
      { name: 'SHOP_PORT', form: 'environment', documented_at: ['README.md:3'] },
    ]);
    expect(text).toContain('SHOP_PORT (environment variable)');
    expect(text).toContain('server.ts:2 start: return listen(');
    expect(text).not.toContain('edges');
    const references = await call('code_references', { symbol: 'SHOP_PORT' });
    expect(references.structured['references']).toEqual([
      { symbol: 'server.ts::start', at: 'server.ts:2', kind: 'reads', evidence: 'exact' },
    ]);
    expect(references.text).toContain('default 8080');
  });

  it('name the lines that set it, and a text that is no setting', async () => {
    const { call } = await projectOf({
      ...FILES,
      'run.ts': "export function run() {\n  spawn({ env: { ...base, SHOP_PORT: '1' } });\n}\n",
      'event.ts': "export const SOLD = 'shop.sold';\n",
    });
    const { text } = await call('code_get_symbol', { symbol: 'SHOP_PORT' });
    expect(text).toContain('also named:\n  run.ts:2 run: spawn(');
    await expect(call('code_get_symbol', { symbol: 'shop.sold' })).rejects.toMatchObject({
      code: 'GM_SYMBOL_NOT_FOUND',
      hint: "The text has it:\n  event.ts:1 SOLD: export const SOLD = 'shop.sold';\nDid you mean event.ts::SOLD? Search by meaning with code_search.",
    });
  });

  it('show the settings of a flow, and name a setting that is searched for', async () => {
    const { call } = await projectOf(FILES);
    expect((await call('explain', { about: ['start'] })).text).toContain(
      'SHOP_PORT (environment variable, default 8080)',
    );
    expect((await call('code_search', { query: 'SHOP_PORT' })).text).toContain(
      'code_get_symbol shows it',
    );
  });
});
