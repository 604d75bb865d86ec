// `node bench/ranking/freeze.mjs CORPUS FOLDER …`: writes the TypeScript files of the folders, as they are
// now, to fixtures/ranking/CORPUS/corpus.jsonl. Run it to begin a new corpus, not to refresh an old one:
// a corpus that follows the code would hide what a change of ranking does.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

const [corpus, ...folders] = process.argv.slice(2);
if (folders.length === 0) {
  console.error('usage: freeze.mjs CORPUS FOLDER …');
  process.exit(2);
}
const lines = folders
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${folder}/${name}`),
  )
  .sort()
  .map((path) => JSON.stringify({ path, text: readFileSync(path, 'utf8') }));
const target = new URL(`../../fixtures/ranking/${corpus}/`, import.meta.url);
mkdirSync(target, { recursive: true });
writeFileSync(new URL('corpus.jsonl', target), `${lines.join('\n')}\n`);
console.log(`${lines.length} files`);
