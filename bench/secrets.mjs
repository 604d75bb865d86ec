// `node bench/secrets.mjs GITLEAKS REPOSITORIES [OTHER_DIST] [--show COUNT] [--seed SEED]`
// GITLEAKS is a checkout of gitleaks: of the examples that its rules are checked with, how many are
// masked, and how many of those that hold no secret are. REPOSITORIES is a folder of checkouts: how many of
// their lines are masked, and how fast. OTHER_DIST is the `dist` of another version to compare with: both
// take turns, and only lines that it leaves are shown.
import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { readSourceFile } from '../dist/files/read.js';
import { maskSecrets } from '../dist/files/secrets/mask-secrets.js';
import { isSecretPath } from '../dist/files/secrets/secret-paths.js';
import { languageOf } from '../dist/languages/registry.js';
import { rulesOf } from './go-examples.mjs';
import { randomOf } from './random.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    show: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
  },
});
const [gitleaks, repositories, otherDist] = positionals;
const shown = Number(values.show);

const SIZE_MAX = 1_000_000;
const ROUNDS = 5;
/** Whoever reads so much of a key in one piece has something of it. */
const LEFT_MAX = 12;
const MASKED_MIN = 4;

/** Each rule's expression, in the notation of JavaScript; wider where case matters in parts only. */
function expressionsOf(folder) {
  const toml = readFileSync(join(folder, 'config/gitleaks.toml'), 'utf8');
  const rules = toml.matchAll(
    /^id = "([^"]+)"(?:(?!^\[\[rules\]\])[\s\S])*?^regex = '''([\s\S]*?)'''(?:(?!^\[\[rules\]\])[\s\S])*/gm,
  );
  return new Map(
    [...rules].map(([rule, id, go]) => {
      const source = go
        .replaceAll(/\(\?(?:i|s|-i|is)\)/g, '')
        .replaceAll(/\(\?(?:i|-i|is):/g, '(?:')
        .replaceAll(/\(\?P<\w+>/g, '(?:')
        .replaceAll('(?s:.)', '[\\s\\S]')
        .replaceAll('\\z', '$')
        .replaceAll('[[:alnum:]]', '[a-zA-Z0-9]')
        .replaceAll(/(?<!\\)\{\{/g, '\\{\\{')
        .replaceAll('}}', '\\}\\}');
      const group = Number(/^secretGroup = (\d+)/m.exec(rule)?.[1] ?? 0);
      return [id, { expression: new RegExp(source, go.includes('(?i') ? 'i' : ''), group }];
    }),
  );
}

/** Where the rule sees the secret, or the whole text. */
function secretOf(rule, text) {
  const match = rule?.expression.exec(text);
  if (match == null) return { start: 0, end: text.length };
  const named = rule.group > 0 ? match[rule.group] : match.slice(1).find((group) => group);
  const secret = named ?? match[0];
  const start = match.index + match[0].lastIndexOf(secret);
  return { start, end: start + secret.length };
}

function isMasked(rule, { text, path }) {
  if (path !== undefined && isSecretPath(path)) return true;
  const { start, end } = secretOf(rule, text);
  const masked = maskSecrets(text).text.slice(start, end);
  const before = text.slice(start, end);
  const count = [...masked].filter((character, at) => character !== before[at]).length;
  const rest = masked.match(/[A-Za-z0-9+/]+/g) ?? [];
  return count >= MASKED_MIN && rest.every((run) => run.length < LEFT_MAX);
}

function examples() {
  const expressions = expressionsOf(gitleaks);
  const rules = rulesOf(gitleaks, randomOf(Number(values.seed)));
  const unread = rules.filter(({ isRead }) => !isRead).map(({ id }) => id);
  const rows = rules.map(({ id, texts, others }) => ({
    id,
    all: texts.length,
    left: texts.filter((example) => !isMasked(expressions.get(id), example)),
    others: others.length,
    wrong: others.filter(({ text }) => maskSecrets(text).maskedCount > 0),
  }));
  const sum = (of) => rows.reduce((total, row) => total + of(row), 0);
  const all = sum((row) => row.all);
  const left = sum((row) => row.left.length);
  const whole = rows.filter((row) => row.all > 0 && row.left.length === 0).length;
  console.log(`rules ${rows.length}, of which not read: ${unread.join(', ') || 'none'}`);
  console.log(`examples ${all}, masked ${all - left} (${percent(all - left, all)})`);
  console.log(
    `rules with all examples masked: ${whole} of ${rows.filter((row) => row.all > 0).length}`,
  );
  console.log(
    `examples without a secret ${sum((row) => row.others)}, masked ${sum((row) => row.wrong.length)}`,
  );
  for (const row of rows.filter(({ left: { length } }) => length > 0)) {
    console.log(`  ${row.id}: ${row.left.length} of ${row.all} left`);
    for (const { text } of row.left.slice(0, shown))
      console.log(`    ${JSON.stringify(text.slice(0, 160))}`);
  }
  if (shown === 0) return;
  for (const row of rows) {
    for (const { text } of row.wrong)
      console.log(`  masked in ${row.id}: ${JSON.stringify(text.slice(0, 160))}`);
  }
}

function percent(part, all) {
  return `${((100 * part) / all).toFixed(1)} %`;
}

/** What an index would read. */
async function textsOf(folder) {
  const root = realpathSync(folder);
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (path) => languageOf(path) !== undefined && !path.includes('node_modules/'),
  );
  const files = await Promise.all(
    paths.map((path) => readSourceFile(root, { path }, { fileSizeBytesMax: SIZE_MAX })),
  );
  return files.filter((file) => 'text' in file);
}

function maskedLines(mask, { path, text }) {
  const masked = mask(text).text;
  if (masked === text) return [];
  const after = masked.split('\n');
  return text
    .split('\n')
    .flatMap((line, at) =>
      line === after[at] ? [] : [{ place: `${path}:${at + 1}`, line, masked: after[at] }],
    );
}

async function lines() {
  const other =
    otherDist &&
    (await import(pathToFileURL(resolve(otherDist, 'files/secrets/mask-secrets.js')))).maskSecrets;
  const all = [];
  let newly = 0;
  for (const name of readdirSync(repositories).sort()) {
    const texts = await textsOf(join(repositories, name));
    const count = texts.reduce((total, { text }) => total + text.split('\n').length, 0);
    const found = texts.flatMap((file) => maskedLines(maskSecrets, file));
    const known = new Set(
      texts.flatMap((file) => (other ? maskedLines(other, file) : [])).map(({ place }) => place),
    );
    const fresh = found.filter(({ place }) => !known.has(place));
    newly += fresh.length;
    const lost = [...known].filter((place) => !found.some((line) => line.place === place)).length;
    console.log(
      `${name}: files ${texts.length}, lines ${count}, masked ${found.length}${other ? `, of which new ${fresh.length}, no longer ${lost}` : ''}`,
    );
    for (const { place, line } of fresh.slice(0, shown))
      console.log(`    ${place}: ${line.trim().slice(0, 200)}`);
    all.push(
      ...texts.map(({ text }) => ({ text, count: text.split('\n').length, masked: found.length })),
    );
  }
  const total = all.reduce((sum, { count }) => sum + count, 0);
  if (other)
    console.log(
      `all: lines ${total}, newly masked ${newly} (${((newly * 10_000) / total).toFixed(2)} in 10,000)`,
    );
  speeds(
    all.map(({ text }) => text),
    { this: maskSecrets, ...(other && { other }) },
  );
}

/** Each version in turn, so that what else the machine does hits all alike; the best round counts. */
function speeds(texts, versions) {
  const bytes = texts.reduce((total, text) => total + Buffer.byteLength(text), 0);
  const best = new Map();
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, mask] of Object.entries(versions)) {
      const start = process.cpuUsage();
      for (const text of texts) mask(text);
      const { user, system } = process.cpuUsage(start);
      best.set(name, Math.min(best.get(name) ?? Number.POSITIVE_INFINITY, user + system));
    }
  }
  for (const [name, time] of best)
    console.log(`${name}: ${(bytes / time).toFixed(1)} MB/s of ${(bytes / 1e6).toFixed(1)} MB`);
}

examples();
await lines();
