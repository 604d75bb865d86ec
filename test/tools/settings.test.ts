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

  it('have names that are put together or kept in constants, and are found by a whole name', async () => {
    const { snapshot, setting, call } = await projectOf({
      'a.go':
        'package a\n\nimport "os"\n\nfunc f(flag string) string { return os.Getenv("APP_" + upper(flag)) }\nfunc g() { v.SetEnvPrefix("shop") }\n',
      'b.ts': `export const url = (kind: string) => process.env[\`\${kind}_URL_HOST\`];\nconst NAME = 'APP_HOME';\nexport const home = process.env[NAME];\nprocess.env[NAME] = 'x';\n`,
      'c.rs':
        'fn f(kind: &str) { let key = format!("APP_{}_LIMIT", kind); get_from_env_opt(&key); }\n',
      'c.py': 'SIZE_ENV_KEY = "APP_SIZE"\n',
      'd.py': 'from c import SIZE_ENV_KEY\nx = read(SIZE_ENV_KEY, 3)\n',
      'e.py': 'import os\nx = os.environ.get(f"APP_{name}_KEY")\ny = os.environ[key]\n',
    });
    expect(snapshot.settings.map(({ name }) => name)).toEqual([
      ...['*_URL_HOST', 'APP_*', 'APP_*_KEY', 'APP_*_LIMIT', 'APP_HOME', 'APP_SIZE', 'SHOP_*'],
    ]);
    expect(setting('APP_HOME')?.reads).toMatchObject([{ path: 'b.ts', line: 3 }]);
    expect(setting('APP_SIZE')).toMatchObject({
      declarations: [{ path: 'c.py', line: 1 }],
      reads: [{ path: 'd.py', line: 2 }],
    });
    const { text } = await call('code_get_symbol', { symbol: 'SHOP_LOG_LEVEL' });
    expect(text).toContain('SHOP_* (environment variable)');
    expect(text).toContain('a.go:6');
  });

  it('leads from a variable with a prefix to its key, and to the uses of the field that gets it', async () => {
    const { call } = await projectOf({
      'main.go': [
        'package main',
        '',
        'func start() {',
        '\tviper.SetEnvPrefix("shop")',
        '\trun(&Profile{',
        '\t\tBaseURL: viper.GetString("base-url"),',
        '\t})',
        '}',
        '',
      ].join('\n'),
      'mail.go': [
        'package main',
        '',
        'func (m *Mailer) link(path string) string {',
        '\tif m.enabled {',
        '\t\tif m.profile.BaseURL == "" {',
        '\t\t\treturn ""',
        '\t\t}',
        '\t}',
        '\treturn path',
        '}',
        '',
      ].join('\n'),
    });
    const { text } = await call('code_get_symbol', { symbol: 'SHOP_BASE_URL' });
    expect(text).toContain('base-url (settings key)');
    expect(text).toContain(
      [
        'its value is used:',
        '  mail.go:5 Mailer::link',
        '    4|if m.enabled {',
        '    5|if m.profile.BaseURL == "" {',
        '    6|return ""',
      ].join('\n'),
    );
    const other = await call('code_get_symbol', { symbol: 'SHOP_BASE_PATH' });
    expect(other.text).not.toContain('base-url');
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

  it('are bound to keys by functions of the project, with the field that gets the value', async () => {
    const { setting, call } = await projectOf({
      'flags.go':
        'package a\n\nfunc f() {\n\tutil.MustBindPFlag("log.maxSize", flags.Lookup("log-max-size"))\n\tutil.MustBindEnv("log.maxSize", "APP_LOG_MAX_SIZE", "APP_LOG_MAXSIZE")\n\tutil.MustBindEnv(timeoutFlag, "APP_TIMEOUT")\n}\n',
      'config.go':
        'package a\n\ntype Log struct {\n\tMaxSize int\n}\n\nfunc Default() Log { return Log{MaxSize: 7} }\n',
    });
    expect(setting('APP_LOG_MAXSIZE')?.declarations).toMatchObject([{ line: 5 }]);
    expect(setting('APP_TIMEOUT')?.declarations).toMatchObject([{ line: 6 }]);
    expect(setting('--log-max-size')?.reads).toMatchObject([{ line: 4 }]);
    const { text } = await call('code_get_symbol', { symbol: 'APP_LOG_MAX_SIZE' });
    expect(text).toContain(
      'config.go:7 Default\n    7|func Default() Log { return Log{MaxSize: 7} }',
    );
  });

  it('are bound to keys whose fields have tags, or several structs have', async () => {
    const { call } = await projectOf({
      'go.mod': 'module a\n\ngo 1.22\n',
      'flags.go':
        'package a\n\nfunc f() {\n\tviper.BindEnv("http.tls.cert", "APP_CERT")\n\tviper.BindEnv("cache.ttl", "APP_TTL")\n}\n',
      'config.go': `package a

type TLS struct {
	CertPath string \`mapstructure:"cert"\`
}

type HTTP struct {
	*TLS \`mapstructure:"tls"\`
}

type Cache struct {
	TTL int
}

type Token struct {
	TTL int
}

type Config struct {
	HTTP  HTTP
	Cache Cache
	Token Token
}

func Default() Config {
	return Config{
		Cache: Cache{
			TTL: 7,
		},
		Token: Token{
			TTL: 8,
		},
	}
}

func cert(config Config) string {
	return config.HTTP.TLS.CertPath
}
`,
    });
    const named = async (symbol: string) =>
      (await call('code_get_symbol', { symbol })).text.split('its value is used:')[1] ?? '';
    const cert = await named('APP_CERT');
    expect(cert).toContain('config.go:4 TLS::CertPath');
    expect(cert).toContain('return config.HTTP.TLS.CertPath');
    const ttl = await named('APP_TTL');
    expect(ttl).toContain('config.go:12 Cache::TTL');
    expect(ttl).toContain('TTL: 7,');
    expect(ttl).not.toContain('TTL: 8,');
  });

  it('are those of Django: assignments of settings modules, and reads with their default', async () => {
    const { snapshot, setting } = await projectOf({
      'shop/settings/base.py': 'INSTALLED_APPS = []\nPAGE_SIZE = 20\nlocal = 1\n',
      'shop/views.py': [
        'from django.conf import settings',
        'def size():',
        '    settings.WRITTEN = 1',
        '    if hasattr(settings, "HAS_PAGES"):',
        '        return settings.PAGE_SIZE',
        '    return getattr(settings, "SHORT_SIZE", 5)',
        '',
      ].join('\n'),
    });
    expect(snapshot.settings.map(({ name, form }) => `${name} ${form}`)).toEqual([
      ...['HAS_PAGES key', 'INSTALLED_APPS key', 'PAGE_SIZE key', 'SHORT_SIZE key'],
    ]);
    expect(setting('PAGE_SIZE')).toMatchObject({
      declarations: [{ path: 'shop/settings/base.py', line: 2, default: '20' }],
      reads: [{ path: 'shop/views.py', line: 5, symbol: 'shop/views.py::size' }],
    });
    expect(setting('SHORT_SIZE')?.reads).toMatchObject([{ line: 6, default: '5' }]);
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
