/** Command-line flags declared as text, by the declaration that does so. */
import { expect, test } from 'vitest';
import { extractText } from '../helpers/check.ts';

async function flagsOf(path: string, text: string): Promise<string[]> {
  const { cliFlags = [], declarations } = await extractText(path, text);
  return cliFlags.map(
    ({ name, declaration }) => `${declarations[declaration]?.name ?? '-'} ${name}`,
  );
}

test.each([
  [
    'commander',
    'cli.js',
    "function cli() {\n  program.option('-p, --port <n>', 'not --this').option('--no-color');\n}",
    ['cli -p', 'cli --port', 'cli --no-color'],
  ],
  ['yargs', 'cli.js', "yargs.option('dry-run', { type: 'boolean' });", ['- --dry-run']],
  [
    'argparse',
    'cli.py',
    'def main():\n    parser.add_argument("-q", "--quiet", help="no --noise")\n',
    ['main -q', 'main --quiet'],
  ],
  [
    'click',
    'cli.py',
    '@click.command()\n@click.option("--color/--no-color", default=True)\ndef paint(color):\n    pass\n',
    ['paint --color', 'paint --no-color'],
  ],
  [
    'clap',
    'cli.rs',
    'fn args() -> Command {\n  Command::new("x").arg(Arg::new("a").long("all")).arg(arg!(-o --open "Opens"))\n}\nstruct Cli {\n  #[arg(long = "max-size")]\n  size: u32,\n}',
    ['args --all', 'size --max-size', 'args --open'],
  ],
  [
    'clap attributes without a name',
    'a.rs',
    '#[derive(Parser)]\nstruct Cli {\n  #[arg(long, short = \'m\', visible_alias = "mx")]\n  max_size: u32,\n  #[arg(value_name = "long")]\n  path: String,\n}\n',
    ['max_size --max-size', 'max_size --mx'],
  ],
  [
    'pflag',
    'cli.go',
    'package cli\nfunc flags() {\n\tcmd.Flags().StringVarP(&dir, "dir", "d", "", "where")\n}',
    ['flags --dir'],
  ],
  ['urfave', 'cli.go', 'package cli\nvar f = &cli.BoolFlag{Name: "watch"}\n', ['f --watch']],
  [
    'picocli',
    'Cli.java',
    'class Cli {\n  @Option(names = {"-f", "--file"})\n  String file;\n}',
    ['file -f', 'file --file'],
  ],
  [
    'OptionParser',
    'cli.rb',
    'def setup\n  o.on "-w", "--workers COUNT", "How many" do |n|\n  end\n  o.on "--[no-]color"\n  o.say "--none"\nend\n',
    ['setup --workers', 'setup --color'],
  ],
  ['other calls', 'a.ts', "run('--port'); const option = ['--a'];", []],
])('finds the flags declared with %s', async (_, path, text, expected) => {
  expect(await flagsOf(path, text)).toEqual(expected);
});

test('the number of flags from a large table is limited', async () => {
  const flags = Array.from({ length: 3000 }, (_, n) => `flags.String("flag-${n}", "")\n`).join('');
  expect(await flagsOf('a.js', flags.repeat(4))).toHaveLength(500);
});

test.each([
  [
    'a.js',
    'const a = process.env.SHOP_PORT || process.env["SHOP_HOST"];',
    ['SHOP_PORT', 'SHOP_HOST'],
  ],
  [
    'a.py',
    'import os\na = os.environ["SHOP_PORT"] or os.getenv("SHOP_HOST")\n',
    ['SHOP_PORT', 'SHOP_HOST'],
  ],
  ['a.go', 'package a\n\nvar a = os.Getenv("SHOP_PORT")\n', ['SHOP_PORT']],
  ['a.rs', 'fn a() {\n    std::env::var("SHOP_PORT").ok();\n}\n', ['SHOP_PORT']],
  ['b.rs', 'fn a() {\n    Arg::new("port").env("SHOP_PORT");\n}\n', ['SHOP_PORT']],
  ['b.js', 'const environment = lookup("SHOP_PORT");\n', []],
])('finds the environment variables that %s reads', async (path, text, expected) => {
  const { cliFlags = [] } = await extractText(path, text);
  expect(cliFlags.map(({ name }) => name).toSorted()).toEqual(expected.toSorted());
});

test.each([
  [
    'a.py',
    'def register(conf):\n    conf.add_config(\n        keys=["base_python", "basepython"],\n        of_type=str,\n    )\n    conf.add_constant("env_name", "its name", 1)\n',
    ['base_python', 'basepython', 'env_name'],
  ],
  [
    'conftest.py',
    'def pytest_addoption(parser):\n    parser.addini("markers", "…")\n',
    ['markers'],
  ],
  ['a.go', 'package a\n\nfunc a() { viper.SetDefault("server.port", 80) }\n', ['server.port']],
  ['a.ts', "registerSetting('theme'); add('theme'); config.get('theme');", ['theme']],
])('finds the settings keys that %s declares', async (path, text, expected) => {
  const { cliFlags = [] } = await extractText(path, text);
  expect(cliFlags.map(({ name }) => name).toSorted()).toEqual(expected.toSorted());
});

test.each([
  ['a.py', 'class Section:\n    ENV_BASE: Final[str] = "env_base"\n', ['=env_base']],
  [
    'a.js',
    "const c = {\n  HOOK_END: 'hook end',\n  added: channel('shop:added:item'),\n};\n",
    ['=hook end'],
  ],
  ['b.js', "const c = { cartAdded: channel('shop:cart:added') };\n", ['=shop:cart:added']],
  // Set, but called otherwise, or of one word.
  ['c.js', "const ENCODING = 'utf-8';\nconst PRODUCT = 'product';\n", []],
  // What a function makes for itself.
  ['d.js', "function f() {\n  const hookEnd = 'hook end';\n}\n", []],
  // Codes in capitals count wherever they are set, but not where they are compared with or listed.
  [
    'e.js',
    "class Empty {\n  constructor() {\n    this.code = 'SHOP_ERR_EMPTY';\n  }\n}\n",
    ['=SHOP_ERR_EMPTY'],
  ],
  [
    'f.js',
    "const isEmpty = (e) => e.code === 'SHOP_ERR_EMPTY';\nconst all = ['SHOP_ERR_FULL'];\n",
    [],
  ],
])('finds the texts in %s whose name has the same words', async (path, text, expected) => {
  const { cliFlags = [] } = await extractText(path, text);
  expect(cliFlags.map(({ name }) => name).toSorted()).toEqual(expected.toSorted());
});

test.each([
  [
    'src/options.cjs',
    "const types = {\n  boolean: ['watch-files', 'exit'],\n  'no-color': 1,\n};\n",
    ['=--exit', '=--no-color', '=--watch-files'],
  ],
  ['src/flags.js', "export default [{ name: 'port', type: 'number' }];\n", ['=--port']],
  ['src/options.js', "function f(o) {\n  return pick(o, 'port', ['exit']);\n}\n", []],
  ['src/colors.js', "const types = { boolean: ['watch-files'] };\n", []],
  [
    'main.go',
    'package main\n\nfunc f(arg string) bool { return arg == "--trace" || strings.HasPrefix(arg, "--heap=") }\n',
    ['=--heap', '=--trace'],
  ],
])('finds flags in tables and comparisons of %s', async (path, text, expected) => {
  const { cliFlags = [] } = await extractText(path, text);
  expect(cliFlags.map(({ name }) => name).toSorted()).toEqual(expected.toSorted());
});
