/** Files of a commit, read from a git directory without a working tree. */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';

const ELSEWHERE =
  /(^|\/)(vendor|vendored|_vendor|third[_-]?party|3rdparty|thirdparty|extern|external|externals|deps|node_modules|dist|build|generated|gen|testdata|fixtures?|__snapshots__|snapshots?|single_include|migrations|locale|test|tests|__tests__|spec|specs)\/|\.min\.|\.pb\.|_pb2|\.d\.ts$|(_test|\.test|\.spec|Test|Tests|Spec)\.\w+$|(^|\/)(fmt|json\.hpp|zig)\//;
const BYTES_MAX = 200_000;

/** Whether a file may be taken: not of somebody else, not made by a machine, not a test. */
export function isOwn(path) {
  return !ELSEWHERE.test(path);
}

/** Yields own files with one of the extensions, in an order that depends on their names alone. */
export async function* readFiles(gitDir, commit, extensions, filesMax) {
  const listed = execFileSync('git', ['--git-dir', gitDir, 'ls-tree', '-r', '-l', commit], {
    maxBuffer: 1 << 28,
  }).toString();
  const wanted = [];
  for (const line of listed.split('\n')) {
    const [, , object, size, path] = /^(\d+) blob (\w+)\s+(\d+)\t(.*)$/.exec(line) ?? [];
    if (path === undefined || Number(size) > BYTES_MAX || Number(size) < 100 || !isOwn(path))
      continue;
    if (extensions.some((extension) => path.endsWith(extension))) wanted.push({ object, path });
  }
  const order = (path) => createHash('md5').update(path).digest('hex');
  wanted.sort((a, b) => (order(a.path) < order(b.path) ? -1 : 1));
  for (let at = 0; at < Math.min(wanted.length, filesMax); at += 100) {
    const slice = wanted.slice(at, at + 100);
    const texts = await blobs(
      gitDir,
      slice.map(({ object }) => object),
    );
    for (const [index, { path }] of slice.entries()) yield { path, text: texts[index] };
  }
}

async function blobs(gitDir, objects) {
  const git = spawn('git', ['--git-dir', gitDir, 'cat-file', '--batch'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  git.stdin.end(`${objects.join('\n')}\n`);
  const parts = [];
  for await (const part of git.stdout) parts.push(part);
  const all = Buffer.concat(parts);
  const texts = [];
  for (let at = 0; at < all.length; ) {
    const end = all.indexOf(10, at);
    const size = Number(all.subarray(at, end).toString().split(' ')[2]);
    texts.push(all.subarray(end + 1, end + 1 + size).toString());
    at = end + 2 + size;
  }
  return texts;
}
