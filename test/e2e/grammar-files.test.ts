/** Files of grammars that are damaged: the program refuses them, and a build fetches them again. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { environment, makeSandbox, repository } from './program.ts';

const GRAMMAR = 'grammars/tree-sitter-typescript.wasm.br';

async function sandbox() {
  const made = await makeSandbox();
  onTestFinished(made.remove);
  return made;
}

test('a grammar with one other byte is refused by name before anything is parsed with it', async () => {
  const { folder, home, project } = await sandbox();
  const copy = join(folder, 'package');
  for (const name of ['dist', 'grammars', 'model', 'package.json'])
    await cp(join(repository, name), join(copy, name), { recursive: true });
  await symlink(join(repository, 'node_modules'), join(copy, 'node_modules'));
  const bytes = brotliDecompressSync(await readFile(join(copy, GRAMMAR)));
  const last = bytes.length - 1;
  bytes[last] = (bytes[last] ?? 0) ^ 1;
  const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
  await writeFile(join(copy, GRAMMAR), brotliCompressSync(bytes, fast));
  const args = [join(copy, 'dist/cli/main.js'), 'index'];
  const run = spawnSync(process.execPath, args, {
    ...{ cwd: project, env: environment(home), encoding: 'utf8' },
  });
  expect(run.status).toBe(1);
  expect(run.stderr).toMatch(
    /error\[GM_INSTALLATION\]: the grammar tree-sitter-typescript\.wasm cannot be loaded: .*another checksum.*\nhint: .*npm run build/,
  );
});

/** A tar archive of one package with these files. */
function archiveOf(files: Readonly<Record<string, Buffer>>): Buffer {
  const blocks = Object.entries(files).flatMap(([path, content]) => {
    const head = Buffer.alloc(512);
    head.write(`package/${path}`, 0);
    head.write('0000644\0', 100);
    head.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
    head.write('        0ustar\x0000', 148);
    const sum = head.reduce((total, byte) => total + byte, 0);
    head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [head, content, Buffer.alloc((512 - (content.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

const hashOf = (kind: string, bytes: Buffer, as: 'hex' | 'base64') =>
  createHash(kind).update(bytes).digest(as);

/** A copy of the script for two packages of a registry that runs while a test does. */
async function installer() {
  const { folder, home } = await sandbox();
  const wasm = { one: Buffer.from('\0asm one'), two: Buffer.from('\0asm two') };
  const archives = new Map(
    Object.entries(wasm).map(([name, bytes]) => {
      const manifest = Buffer.from(JSON.stringify({ name: `gm-${name}`, version: '1.0.0' }));
      const files = {
        'package.json': manifest,
        LICENSE: Buffer.from('MIT'),
        [`${name}.wasm`]: bytes,
      };
      return [`gm-${name}`, archiveOf(files)];
    }),
  );
  const fetched: string[] = [];
  const server = createServer((request, response) => {
    const [, name = '', file] = (request.url ?? '').split('/');
    const archive = archives.get(name);
    if (archive === undefined) return response.writeHead(404).end('{}');
    if (file !== undefined) {
      fetched.push(name);
      return response.end(archive);
    }
    const dist = {
      tarball: `http://${request.headers.host}/${name}/${name}-1.0.0.tgz`,
      integrity: `sha512-${hashOf('sha512', archive, 'base64')}`,
    };
    const versions = { '1.0.0': { name, version: '1.0.0', dist } };
    return response.end(JSON.stringify({ name, 'dist-tags': { latest: '1.0.0' }, versions }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const sources = Object.entries(wasm).map(([name, bytes]) => ({
    package: `gm-${name}`,
    version: '1.0.0',
    integrity: `sha512-${hashOf('sha512', archives.get(`gm-${name}`) ?? bytes, 'base64')}`,
    files: { [`${name}.wasm`]: hashOf('sha256', bytes, 'hex') },
  }));
  await mkdir(join(folder, 'config'));
  await cp(join(repository, 'config/grammars.mjs'), join(folder, 'config/grammars.mjs'));
  await writeFile(join(folder, 'config/grammars.json'), JSON.stringify(sources));
  const { port } = server.address() as AddressInfo;
  const run = async (registry = `http://127.0.0.1:${port}`) => {
    const { execFile } = await import('node:child_process');
    const env = {
      ...environment(home),
      npm_config_registry: registry,
      npm_config_cache: join(folder, 'cache'),
      npm_config_fetch_retries: '0',
    };
    return new Promise<{ status: number; stderr: string }>((resolve) => {
      execFile(
        ...([process.execPath, [join(folder, 'config/grammars.mjs')], { env }] as const),
        (error, _, stderr) => resolve({ status: Number(error?.code ?? 0), stderr }),
      );
    });
  };
  return { folder, wasm, fetched, run };
}

test('a build fetches the packages of damaged and missing grammars, and no others', async () => {
  const { folder, wasm, fetched, run } = await installer();
  expect(await run()).toEqual({ status: 0, stderr: '' });
  expect(fetched.sort()).toEqual(['gm-one', 'gm-two']);
  await writeFile(join(folder, 'grammars/two.wasm.br'), 'damaged');
  const offline = await run('http://127.0.0.1:1');
  expect(offline.stderr).toMatch(/could not fetch gm-two@1\.0\.0:/);
  expect(await run()).toEqual({ status: 0, stderr: '' });
  const stored = await readFile(join(folder, 'grammars/two.wasm.br'));
  expect(brotliDecompressSync(stored)).toEqual(wasm.two);
});

test('a registry that cannot be reached is told in two lines', async () => {
  const { run } = await installer();
  const { status, stderr } = await run('http://127.0.0.1:1');
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^error: the grammars .* npm could not fetch gm-one@1\.0\.0, gm-two@1\.0\.0: .*ECONNREFUSED.*\nhint: .*node config\/grammars\.mjs.*\n$/,
  );
});
