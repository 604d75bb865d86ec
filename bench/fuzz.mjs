// `node bench/fuzz.mjs DIR [INPUTS] [SEED]`: random cuts, splices and repetitions of the sources below
// DIR through masking, extraction, terms, resolution and graph. Anything thrown, and any file that the
// extractor gave up on, is printed with the seed of its batch; the exit status is 1 then.
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { extractFile } from '../dist/extract/extract.js';
import { maskSecrets } from '../dist/files/secrets/mask-secrets.js';
import { buildGraph } from '../dist/graph/build.js';
import { fileTerms } from '../dist/index/file-terms.js';
import { languageOf } from '../dist/languages/registry.js';
import { resolve } from '../dist/resolve/resolve.js';
import { randomOf } from './random.mjs';

const [folder, inputsText = '100000', seedText = '1'] = process.argv.slice(2);
const BATCH = 50;
const LENGTH_MAX = 1500;
const INSERTS = [
  '\0',
  '\u202e',
  '\r',
  '🎉',
  '\ud800',
  '`',
  '${',
  '/*',
  '(',
  '{',
  '<',
  '@',
  "'",
  '=>',
  'export * from "./1.ts";',
];

const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => languageOf(path) !== undefined && !/node_modules|\.git\//.test(path))
  .map((path) => ({ extension: extname(path), text: readFileSync(join(folder, path), 'utf8') }));

function cutOf(text, random) {
  const start = random(text.length);
  return text.slice(start, start + random(LENGTH_MAX));
}

function inputOf(random) {
  const { extension, text } = sources[random(sources.length)];
  let input = cutOf(text, random);
  for (let change = random(4); change > 0; change--) {
    const at = random(input.length + 1);
    const piece = [
      () => INSERTS[random(INSERTS.length)],
      () => cutOf(sources[random(sources.length)].text, random).slice(0, 200),
      () => input.slice(at, at + 30).repeat(random(5)),
      () => '',
    ][random(4)]();
    input = input.slice(0, at) + piece + input.slice(at + random(40));
  }
  return { extension, text: input };
}

async function runBatch(seed) {
  const random = randomOf(seed);
  const files = [];
  for (let number = 0; number < BATCH; number++) {
    const { extension, text } = inputOf(random);
    const masked = maskSecrets(text).text;
    const file = {
      path: `${number}${extension}`,
      text: masked,
      hash: '',
      sizeBytes: text.length,
      mtimeMs: 0,
    };
    const facts = await extractFile(file, { parseMsMax: 3000 });
    if ('reason' in facts) throw new Error(`${file.path}: ${facts.reason} (${facts.detail})`);
    fileTerms(facts, masked);
    files.push(facts);
  }
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  const resolution = resolve({
    files,
    paths: files.map(({ path }) => path),
    configFiles: new Map(),
  });
  buildGraph(files, resolution.edges);
}

const batches = Math.ceil(Number(inputsText) / BATCH);
let failures = 0;
for (let batch = 0; batch < batches; batch++) {
  const seed = Number(seedText) * 1_000_003 + batch;
  try {
    await runBatch(seed);
  } catch (error) {
    failures++;
    console.error(`batch of seed ${seed}: ${error instanceof Error ? error.stack : error}`);
  }
}
console.log(`${batches * BATCH} inputs from ${sources.length} files: ${failures} failures`);
process.exitCode = failures === 0 ? 0 : 1;
