/**
 * Compares the routes of an application with the list that its framework prints at run time.
 *
 * node bench/routes.mjs FOLDER TRUTH FRAMEWORK
 *
 * TRUTH has a line `METHOD path` per route; `*` stands for a method that the framework does not print.
 * docs/accuracy.md says how each list was printed. Names of parameters, slashes at the end and
 * a setting in front of the path, such as `/{config.basePath}/users`, do not count. Needs a build.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [folder, truthFile, framework] = process.argv.slice(2);
if (framework === undefined) throw new Error('usage: routes.mjs FOLDER TRUTH FRAMEWORK');

/** Writes parameters of all frameworks in one way, without a setting in front of the path. */
function plain(path) {
  const named = path
    .replace(/^\/?\{[^}:]*\.[^}:]*\}(?=\/)/, '')
    .replaceAll(/\(\?P<\w+>[^)]*\)|<[^>]*>|\{[^}]*\}/g, ':')
    .replaceAll(/:\w+/g, ':')
    .replaceAll(/\/\?$|[\^$?]/g, '');
  return named.replace(/\/+$/, '') || '/';
}

/** Reads the routes from the exported graph, which has no budget. */
function entryPoints() {
  const home = mkdtempSync(join(tmpdir(), 'routes-'));
  const main = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
  const env = { ...process.env, HOME: home };
  const text = execFileSync(process.execPath, [main, 'export'], {
    cwd: folder,
    env,
    maxBuffer: 2 ** 30,
  });
  rmSync(home, { recursive: true });
  return text
    .toString()
    .split('\n')
    .filter((line) => line.startsWith('{"type":"entrypoint"'))
    .map((line) => JSON.parse(line))
    .filter((entry) => entry.framework === framework && entry.entry_type === 'http')
    .map(({ methods, route_or_command: route }) => ({ methods, route }));
}

const truth = new Set(
  readFileSync(truthFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [method, ...path] = line.split(' ');
      return `${method} ${plain(path.join(' '))}`;
    }),
);
const hasMethods = [...truth].some((line) => !line.startsWith('* '));
const found = new Set(
  entryPoints().flatMap(({ methods, route }) =>
    (hasMethods ? methods : ['*']).map((method) => `${method} ${plain(route)}`),
  ),
);
const wrong = [...found].filter((line) => !truth.has(line));
const missing = [...truth].filter((line) => !found.has(line));
for (const line of wrong) console.log(`wrong: ${line}`);
for (const line of missing) console.log(`missing: ${line}`);
const share = (part, whole) => (whole === 0 ? 1 : part / whole).toFixed(3);
console.log(
  `${framework}: ${truth.size} routes, ${found.size} found,`,
  `precision ${share(found.size - wrong.length, found.size)},`,
  `recall ${share(truth.size - missing.length, truth.size)}`,
);
