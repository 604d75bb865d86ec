// The grammar files of all languages, out of their npm packages → grammars/.
// The packages hold 500 MB of generated C and native binaries beside 40 MB of what is needed, and have
// install scripts and peers that exclude each other. So they are no dependencies: their archives are
// fetched through npm (its registry, its cache), checked against config/grammars.json, and only the
// `.wasm` files and the licences are unpacked. Packages whose files are there and whole are not fetched.
// Grammars are stored compressed: 3 MB instead of 40, for at most 10 ms when a language is first parsed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const target = join(root, 'grammars');
const sourcesText = readFileSync(join(root, 'config/grammars.json'), 'utf8');
/**
 * One entry per npm package: which version, its archive's checksum, and the files that are taken, each with
 * the SHA-256 of its content.
 */
const sources = JSON.parse(sourcesText);
/** Left in the folder: where each file came from, and the checksums that the program holds it to. */
const record = join(target, 'sources.json');

/** The higher levels take 20 and 60 s for all grammars instead of one, and save 4 % and 9 %. */
const COMPRESSION = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 },
};

/** Fetches what is missing or damaged. A failure is told in two lines and ends the process. */
export function provideGrammars() {
  try {
    mkdirSync(target, { recursive: true });
    const lacking = sources.filter((source) => !isWhole(source));
    if (lacking.length > 0) fetchSources(lacking);
    const files = sources.flatMap((source) => [...namesOf(source), licenceName(source)]);
    removeOthers(new Set([...files, basename(record)]));
    writeFileSync(record, sourcesText);
  } catch (error) {
    console.error(`error: the grammars of the languages cannot be provided: ${error.message}`);
    console.error('hint: correct that, then run `node config/grammars.mjs` again.');
    process.exit(1);
  }
}

function namesOf({ files }) {
  return Object.keys(files).map(storedName);
}

function storedName(file) {
  return `${basename(file)}.br`;
}

function isWhole(source) {
  return (
    existsSync(join(target, licenceName(source))) &&
    Object.entries(source.files).every(([file, sha256]) => {
      const path = join(target, storedName(file));
      return existsSync(path) && contentHash(readFileSync(path)) === sha256;
    })
  );
}

/** The SHA-256 of what a stored grammar unpacks to; undefined if it is damaged. */
function contentHash(stored) {
  try {
    return sha256Of(brotliDecompressSync(stored));
  } catch {
    return undefined;
  }
}

function sha256Of(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}

function fetchSources(lacking) {
  const folder = mkdtempSync(join(tmpdir(), 'grammars-'));
  try {
    fetchArchives(lacking, folder);
    for (const source of lacking) unpack(source, join(folder, archiveName(source)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function fetchArchives(lacking, folder) {
  const specs = lacking.map((source) => `${source.package}@${source.version}`);
  const options = ['--loglevel=error', '--dry-run=false', '--pack-destination', folder];
  const args = ['pack', ...options, ...specs];
  const how = { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' };
  // Inside `npm ci` and `npm run`, npm says where it is itself; elsewhere it is on the path.
  const own = process.env.npm_execpath;
  const { status, error, stderr } = own?.endsWith('.js')
    ? spawnSync(process.execPath, [own, ...args], how)
    : spawnSync('npm', args, { ...how, shell: process.platform === 'win32' });
  if (status === 0) return;
  const reason = error?.message ?? (essenceOf(stderr) || `npm pack ended with status ${status}`);
  throw new Error(`npm could not fetch ${specs.join(', ')}: ${reason}`);
}

/** Of npm's page about an error, the lines that say what happened to what. */
function essenceOf(stderr) {
  const lines = stderr.split('\n').map((line) => line.replace(/^npm (error|ERR!) ?/, ''));
  return lines.filter((line) => /^(code|4\d\d|5\d\d|\w*Error:)/.test(line)).join(', ');
}

function archiveName({ package: name, version }) {
  return `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
}

function licenceName({ package: name }) {
  return `${name.replace('@', '').replace('/', '-')}.LICENSE`;
}

function unpack(source, archive) {
  const bytes = readFileSync(archive);
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  if (integrity !== source.integrity)
    throw new Error(`${basename(archive)} is not the archive that config/grammars.json names`);
  const wanted = new Map(Object.entries(source.files));
  for (const { path, content } of entriesOf(gunzipSync(bytes))) {
    const inner = path.slice(path.indexOf('/') + 1);
    const sha256 = wanted.get(inner);
    if (wanted.delete(inner)) {
      const grammar = source.rewriteDylink ? withCurrentSection(content) : content;
      const found = sha256Of(grammar);
      if (found !== sha256)
        throw new Error(`${inner} of ${basename(archive)} has the SHA-256 ${found}, not ${sha256}`);
      writeFileSync(join(target, storedName(inner)), brotliCompressSync(grammar, COMPRESSION));
    } else if (/^LICEN[CS]E(\.\w+)?$/.test(inner)) {
      writeFileSync(join(target, licenceName(source)), content);
    }
  }
  if (wanted.size > 0)
    throw new Error(`${basename(archive)} lacks ${[...wanted.keys()].join(', ')}`);
}

/** Regular files of a tar archive: blocks of 512 bytes, name at 0, octal size at 124, type at 156, prefix at 345. */
function* entriesOf(tar) {
  const field = (start, length) =>
    tar
      .toString('latin1', start, start + length)
      .split('\0')[0]
      .trim();
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0; ) {
    const size = Number.parseInt(field(at + 124, 12), 8);
    const prefix = field(at + 345, 155);
    const path = prefix === '' ? field(at, 100) : `${prefix}/${field(at, 100)}`;
    const content = tar.subarray(at + 512, at + 512 + size);
    if (tar[at + 156] === 0x30 || tar[at + 156] === 0) yield { path, content };
    at += 512 + Math.ceil(size / 512) * 512;
  }
}

/**
 * Old grammars begin with a custom section `dylink`; today's runtime reads only its successor
 * `dylink.0`, in which the same four numbers stand in a subsection 1 (WASM_DYLINK_MEM_INFO) and the
 * needed libraries, always none here, in another.
 * Format: WebAssembly/tool-conventions, DynamicLinking.md.
 */
function withCurrentSection(module) {
  const section = readUnsigned(module, 9);
  const name = readUnsigned(module, section.next);
  const isOld = module.toString('latin1', name.next, name.next + name.value) === 'dylink';
  if (module[8] !== 0 || !isOld) throw new Error('not a module with an old dylink section');
  const start = name.next + name.value;
  let at = start;
  for (let number = 0; number < 4; number++) at = readUnsigned(module, at).next;
  const numbers = module.subarray(start, at);
  const newName = Buffer.from('\x08dylink.0', 'latin1');
  const payload = Buffer.concat([newName, Buffer.from([1]), unsigned(numbers.length), numbers]);
  return Buffer.concat([
    module.subarray(0, 8),
    Buffer.from([0]),
    unsigned(payload.length),
    payload,
    module.subarray(section.next + section.value),
  ]);
}

/** Numbers in LEB128. */
function readUnsigned(bytes, start) {
  let value = 0;
  for (let at = start, shift = 0; ; at++, shift += 7) {
    value += (bytes[at] & 0x7f) * 2 ** shift;
    if (bytes[at] < 0x80) return { value, next: at + 1 };
  }
}

function unsigned(value) {
  const bytes = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return Buffer.from([...bytes, rest]);
    bytes.push((rest & 0x7f) | 0x80);
  }
}

/** Grammars of an earlier list would still be shipped. */
function removeOthers(kept) {
  for (const name of readdirSync(target)) if (!kept.has(name)) rmSync(join(target, name));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) provideGrammars();
