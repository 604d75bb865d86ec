/**
 * Pairs to learn from, out of one repository: what a comment or a commit says, and the code it says it of.
 *
 *   node training/pairs.mjs GIT_DIR NAME COMMIT OUT
 *
 * One line a pair: kind, hash of the code, words of the text, words of the code with their weights; words
 * are the terms of the search index, so the model reads what the program reads. Nothing of this is kept.
 */
import { createWriteStream } from 'node:fs';
import { extractFile } from '../dist/extract/extract.js';
import { LANGUAGES, languageOf } from '../dist/languages/registry.js';
import { codeHash, codeOf } from './code.mjs';
import { commitPairs } from './commits.mjs';
import { readFiles } from './git.mjs';
import { codeWords, isCode, textWords } from './words.mjs';

const DOCUMENTED_MAX = 14_000;
const COMMITS_MAX = 2_500;
const FILES_MAX = 3_000;
const MS_MAX = 25_000;

const [gitDir, name, commit, out] = process.argv.slice(2);
const file = createWriteStream(out);
const seen = new Set();
const counts = { doc: 0, file: 0, commit: 0 };
const began = Date.now();

const extensions = LANGUAGES.filter(isCode).flatMap((language) => language.extensions);
for await (const { path, text } of readFiles(gitDir, commit, extensions, FILES_MAX)) {
  if (Date.now() - began > MS_MAX || counts.doc >= DOCUMENTED_MAX) break;
  const language = languageOf(path);
  if (language === undefined || !isCode(language)) continue;
  const facts = await extractFile({ path, text }, { parseMsMax: 500 });
  if ('reason' in facts) continue;
  for (const pair of documented(facts, text)) write(pair);
}
for await (const { subject, path, code } of commitPairs(gitDir, commit, extensions, COMMITS_MAX)) {
  write({ kind: 'commit', said: subject, path, code: codeOf(code, ''), names: [], scopes: [] });
}
file.end();
process.stderr.write(`${name} ${JSON.stringify(counts)} ${Date.now() - began} ms\n`);

/** Declarations with a comment, and the file's own beginning with what its header says. */
function* documented(facts, text) {
  const { path, declarations } = facts;
  for (const declaration of declarations) {
    if (declaration.doc === '' || declaration.end - declaration.start < 40) continue;
    const code = codeOf(text.slice(declaration.start, declaration.end), facts.language);
    const scopes = [];
    for (let at = declaration.parent; at >= 0; at = declarations[at].parent)
      scopes.push(declarations[at].name);
    yield { kind: 'doc', said: declaration.doc, path, code, names: [declaration.name], scopes };
  }
  const [first] = declarations;
  if (facts.doc === '' || first === undefined) return;
  const code = codeOf(text.slice(first.start), facts.language);
  yield { kind: 'file', said: facts.doc, path, code, names: [], scopes: [] };
}

function write({ kind, said, path, code, names, scopes }) {
  const text = textWords(said);
  if (text === undefined) return;
  const words = codeWords({ body: code, names, scopes, path });
  if (words.length < 8) return;
  const hash = codeHash(code);
  const key = hash + text;
  if (seen.has(key)) return;
  seen.add(key);
  counts[kind]++;
  file.write(`${kind}\t${hash}\t${text.join(' ')}\t${words.join(' ')}\n`);
}
