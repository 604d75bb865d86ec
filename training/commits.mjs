/** Commit messages and the code they changed most. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { isOwn } from './git.mjs';

const LITTLE_SAID =
  /^(merge|revert|bump|release|version|update (dependenc|version|change)|typo|wip|prepare|cleanup|lint|format|changelog|translat|ci\b|chore\b|docs?\b|test\b|style\b|build\b)/i;
const CODE_LENGTH_MAX = 2_000;
const FILES_MAX = 4;
const MS_MAX = 12_000;

/** Yields subjects that say something, each with the file that gained most lines. */
export async function* commitPairs(gitDir, commit, extensions, max) {
  const git = spawn(
    'git',
    [
      '--git-dir',
      gitDir,
      'log',
      '--no-merges',
      `--max-count=${max * 3}`,
      '--no-renames',
      '--format=%x01%s',
      '-p',
      '-U4',
      '--diff-filter=AM',
      commit,
      '--',
      ...extensions.map((extension) => `*${extension}`),
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const stop = setTimeout(() => git.kill(), MS_MAX);
  let current;
  let count = 0;
  for await (const line of createInterface({ input: git.stdout })) {
    if (line.startsWith('\u0001')) {
      const pair = current && pairOf(current);
      if (pair !== undefined) {
        yield pair;
        if (++count >= max) break;
      }
      current = { subject: line.slice(1), files: [] };
    } else if (current !== undefined) take(current, line);
  }
  clearTimeout(stop);
  git.kill();
}

function take({ files }, line) {
  if (line.startsWith('diff --git ')) files.push({ path: '', lines: [], added: 0, length: 0 });
  const file = files.at(-1);
  if (file === undefined || files.length > FILES_MAX) return;
  if (line.startsWith('+++ b/')) file.path = line.slice(6);
  else if (line.startsWith('@@')) push(file, line.replace(/^@@.*?@@ ?/, ''));
  else if (line.startsWith('+') && !line.startsWith('+++')) {
    file.added++;
    push(file, line.slice(1));
  } else if (line.startsWith(' ')) push(file, line.slice(1));
}

function push(file, line) {
  if (file.length > CODE_LENGTH_MAX) return;
  file.lines.push(line);
  file.length += line.length + 1;
}

function pairOf({ subject, files }) {
  const said = subject
    .replace(/\(?#\d+\)?/g, '')
    .replace(/^\[[^\]]*\]\s*/, '')
    .replace(/^\w+(\([^)]*\))?!?:\s+/, '');
  if (LITTLE_SAID.test(subject) || LITTLE_SAID.test(said) || files.length > FILES_MAX)
    return undefined;
  const own = files.filter(({ path, added }) => path !== '' && isOwn(path) && added > 0);
  own.sort((a, b) => b.added - a.added);
  const [best] = own;
  return best && { subject: said, path: best.path, code: best.lines.join('\n') };
}
