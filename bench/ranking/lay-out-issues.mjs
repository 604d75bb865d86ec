// `node bench/ranking/lay-out-issues.mjs DATA.jsonl MIRRORS DEST`: the base revision of every issue as a folder
// DEST/<id> with its history, for sets.mjs. DATA has {"id", "repo", "source"?, "base_commit"}; MIRRORS/<owner>+<name>/repo are git
// directories. Files whose content a mirror lacks (its largest ones) are left out.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const [data, mirrors, dest] = process.argv.slice(2);
for (const line of readFileSync(data, 'utf8').trim().split('\n')) {
  const { id, repo, source = repo, base_commit: commit } = JSON.parse(line);
  const root = join(dest, id);
  if (existsSync(root)) continue;
  const gitDir = join(mirrors, source.replace('/', '+'), 'repo');
  mkdirSync(root, { recursive: true });
  try {
    extract(gitDir, commit, root, missingPaths(gitDir, commit));
    giveHistory(gitDir, commit, root);
  } catch (error) {
    rmSync(root, { recursive: true, force: true });
    console.error(`${id}: ${String(error.stderr ?? error.message).trim()}`);
  }
}

/** Makes the folder a working tree whose history ends with the commit, so that no later one is known. */
function giveHistory(gitDir, commit, root) {
  execFileSync('git', ['init', '--quiet', root]);
  const own = join(root, '.git');
  writeFileSync(join(own, 'objects/info/alternates'), `${resolve(gitDir, 'objects')}\n`);
  writeFileSync(join(own, 'HEAD'), `${commit}\n`);
  git(own, ['--work-tree', root, 'read-tree', 'HEAD']);
}

function git(gitDir, args, options) {
  return execFileSync('git', ['--git-dir', gitDir, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    ...options,
  });
}

function missingPaths(gitDir, commit) {
  const rows = git(gitDir, ['ls-tree', '-r', '-z', commit]).split('\0').filter(Boolean);
  const blobs = rows.map((row) => ({
    id: row.split(/[ \t]/)[2],
    path: row.slice(row.indexOf('\t') + 1),
  }));
  const input = `${blobs.map((blob) => blob.id).join('\n')}\n`;
  const report = git(gitDir, ['cat-file', '--batch-check'], { input }).split('\n');
  const missing = new Set(
    report.filter((row) => row.endsWith(' missing')).map((row) => row.split(' ')[0]),
  );
  return blobs.filter(({ id }) => missing.has(id)).map(({ path }) => path);
}

function extract(gitDir, commit, root, without) {
  const excluded = without.map((path) => `:(exclude,literal)${path}`);
  const script =
    'set -o pipefail; dir=$1 commit=$2 to=$3; shift 3; git --git-dir="$dir" archive "$commit" "$@" | tar x -C "$to"';
  const args = ['-c', script, 'bash', gitDir, commit, root, '--', '.', ...excluded];
  execFileSync('bash', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}
