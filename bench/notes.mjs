// `node bench/notes.mjs DIR [EDITS] [SEED] [NOTES]`: random edits to a copy of DIR with notes about random
// functions and types. Each edit is indexed as an update. Measured are: states that differ from those of an
// index built from nothing, moved symbols that are found again, and `fresh` notes whose code differs from what
// it was, by a comparison of the texts on disk that knows nothing of fingerprints.
// `node bench/notes.mjs DIR concurrent`: a process writes 50 notes and counts in one note, while a second one
// does the same with 50 others, and a third one indexes. Counted are lost notes, torn files and lost counts.
// Ends with 1 if a bar is missed.
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { processWriter } from '../dist/cli/process-writer.js';
import { loadConfig } from '../dist/config/load.js';
import { symbolFingerprint } from '../dist/notes/fingerprint.js';
import { withFields } from '../dist/notes/note-text.js';
import { notesOf } from '../dist/notes/project-notes.js';
import { Project } from '../dist/project/project.js';
import { randomOf } from './random.mjs';

const MOVES_FOUND_MIN = 0.95;
/** Edits between two comparisons with an index built from nothing. */
const STEPS = 10;
const COUNTS = 50;
const NOTES_FOLDER = '.graph-memory/notes';
const FILLER = 'filler';

const [source, mode = '100', seedText = '1', notesText = '100', ...rest] = process.argv.slice(2);

function copyOf(folder) {
  const scratch = mkdtempSync(join(tmpdir(), 'graph-memory-notes-'));
  const root = join(scratch, 'project');
  cpSync(folder, root, {
    recursive: true,
    filter: (path) => !/[\\/](node_modules|\.git|\.graph-memory)$/.test(path),
  });
  return { scratch, root };
}

async function open(root, home) {
  const { projects } = await loadConfig({ cwd: root, homeDir: home });
  return Project.open(projects[0], { writer: processWriter(), threadsMax: 0 });
}

/** The text of a symbol as it is on disk, without its common indentation and its own name. */
function textOf(root, node) {
  const path = join(root, node.path);
  if (!existsSync(path)) return undefined;
  const text = readFileSync(path, 'utf8').replaceAll('\r\n', '\n');
  const lines = text.split('\n').slice(node.startLine - 1, node.endLine);
  const indent = /^[ \t]*/.exec(lines[0] ?? '')[0].length;
  const own = lines.map((line) => line.replace(new RegExp(`^[ \\t]{0,${indent}}`), '')).join('\n');
  return own.replaceAll(new RegExp(`(?<![\\w$])${escaped(node.name)}(?![\\w$])`, 'g'), '\0');
}

function escaped(text) {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

async function randomEdits() {
  const { scratch, root } = copyOf(source);
  const random = randomOf(Number(seedText));
  const oneOf = (list) => list[random(list.length)];
  const project = await open(root, join(scratch, 'home'));
  await project.index({});
  const { graph } = project.snapshot();
  const candidates = [];
  for (let index = 0; index < graph.nodeCount; index++) {
    const node = graph.node(index);
    const isCode = /^(function|method|class|interface|enum|constructor)$/.test(node.kind);
    if (isCode && node.bodyStart < node.end) candidates.push(node);
  }
  const noted = [];
  while (noted.length < Number(notesText) && candidates.length > 0) {
    const node = candidates.splice(random(candidates.length), 1)[0];
    const id = `n${noted.length}`;
    const about = [{ target: node.id, fingerprint: symbolFingerprint(graph, node.index) }];
    mkdirSync(join(root, NOTES_FOLDER), { recursive: true });
    writeFileSync(join(root, NOTES_FOLDER, `${id}.md`), withFields('', { id, about }, 'Why.'));
    noted.push({ id, text: textOf(root, node), doc: node.doc });
  }
  await project.index({});
  const found = { edits: 0, moves: 0, movesFound: 0, falseFresh: 0, differing: 0, compared: 0 };
  const counts = {};
  const edits = new Edits(root, random, oneOf);
  for (let round = 1; round <= Number(mode); round++) {
    const before = new Map(notesOf(project.snapshot()).map((note) => [note.id, note]));
    const target = boundNode(project, before.get(oneOf(noted).id));
    const moved = target && edits.apply(target, readdirSync(dirname(join(root, target.path))));
    found.edits++;
    await project.index({});
    const { graph: now } = project.snapshot();
    for (const note of notesOf(project.snapshot())) {
      const { text, doc } = noted.find(({ id }) => id === note.id);
      const [bound] = note.targets;
      const node = bound.nodes.length === 0 ? undefined : now.node(bound.nodes[0]);
      const isSame = node !== undefined && textOf(root, node) === text && node.doc === doc;
      if (note.state === 'fresh' || note.state === 'moved') {
        if (!isSame) {
          found.falseFresh++;
          console.log(`  false ${note.state} ${bound.target} -> ${bound.now} after ${edits.last}`);
        }
      }
      const old = before.get(note.id);
      const wasWhole = old?.state === 'fresh' || old?.state === 'moved';
      if (!moved?.(old?.targets[0]) || !wasWhole) continue;
      found.moves++;
      if (note.state === 'moved' || note.state === 'fresh') found.movesFound++;
      else console.log(`  not found: ${note.state} ${bound.target} after ${edits.last}`);
    }
    if (round % STEPS === 0 || round === Number(mode)) {
      const fresh = await open(root, join(scratch, `fresh-${round}`));
      await fresh.index({});
      found.compared++;
      if (stateLines(project) !== stateLines(fresh)) found.differing++;
      await fresh.close();
      rmSync(join(scratch, `fresh-${round}`), { recursive: true });
    }
  }
  for (const { state } of notesOf(project.snapshot())) counts[state] = (counts[state] ?? 0) + 1;
  await project.close();
  rmSync(scratch, { recursive: true });
  const share = found.moves === 0 ? 1 : found.movesFound / found.moves;
  console.log(JSON.stringify({ source, notes: noted.length, ...found, states: counts }));
  if (found.falseFresh > 0 || found.differing > 0 || share < MOVES_FOUND_MIN) process.exitCode = 1;
}

function boundNode(project, note) {
  const node = note?.targets[0]?.nodes[0];
  return node === undefined ? undefined : project.snapshot().graph.node(node);
}

function stateLines(project) {
  const { graph } = project.snapshot();
  return notesOf(project.snapshot())
    .flatMap(({ id, targets, node }) => [
      ...targets.map(({ state, now, changed }) => `${id} ${state} ${now} ${changed}`),
      ...graph
        .outgoing(node, ['about'])
        .map(({ target }) => `${id} about ${graph.node(target).id}`),
    ])
    .join('\n');
}

/** Edits of people: within and around a symbol, moves, renames and removals. */
class Edits {
  last = '';

  constructor(root, random, oneOf) {
    this.root = root;
    this.random = random;
    this.oneOf = oneOf;
  }

  /** Returns a test of the targets that the edit moved without a change, if it did so. */
  apply(node, siblings) {
    const lines = readFileSync(join(this.root, node.path), 'utf8').split('\n');
    const isOutermost = node.id.split('::').length === 2;
    const kind = this.random(isOutermost ? 8 : 6);
    this.last = `edit ${kind} of ${node.id}`;
    switch (kind) {
      case 0:
        return this.rewrite(node, lines, this.random(node.endLine - node.startLine + 1));
      case 1:
        return this.write(node.path, [`${this.comment(node.path)} ${FILLER}`, ...lines]);
      case 2:
        lines.splice(node.endLine, 0, '', `${this.comment(node.path)} ${FILLER}`);
        return this.write(node.path, lines);
      case 3:
        lines.splice(node.startLine - 1, node.endLine - node.startLine + 1);
        return this.write(node.path, lines);
      case 4:
      case 5:
        return this.moveFile(node.path);
      default:
        return this.moveSymbol(node, lines, siblings);
    }
  }

  rewrite(node, lines, row) {
    const at = node.startLine - 1 + row;
    lines[at] = lines[at].replace(/\w+/, (word) => `${word}${this.random(1000)}`);
    if (row > 0) lines.splice(at, 0, lines[at]);
    this.write(node.path, lines);
  }

  write(path, lines) {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), lines.join('\n'));
  }

  comment(path) {
    return /\.(py|rb|ex|exs|sh)$/.test(path) ? '#' : '//';
  }

  moveFile(path) {
    const other = join(dirname(path), `moved${this.random(1e6)}${extname(path)}`);
    renameSync(join(this.root, path), join(this.root, other));
    this.last += ` to ${other}`;
    return (target) => target?.now.startsWith(`${path}::`);
  }

  /** Moves the lines of a symbol, with the comment above, to the end of another file. */
  moveSymbol(node, lines, siblings) {
    let start = node.startLine - 1;
    while (start > 0 && /^\s*(?:\/\/|\/\*|\*|#)/.test(lines[start - 1])) start--;
    const extension = extname(node.path);
    const files = siblings.filter((name) => extname(name) === extension);
    const name = this.oneOf([...files, `new${this.random(1e6)}${extension}`]);
    const other = join(dirname(node.path), name);
    if (other === node.path) return undefined;
    const own = lines.splice(start, node.endLine - start);
    this.write(node.path, lines);
    const path = join(this.root, other);
    const head = existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : [];
    this.write(other, [...head, '', ...own, '']);
    this.last += ` to ${other}`;
    return (target) =>
      target !== undefined && (target.now === node.id || target.now.startsWith(`${node.id}::`));
  }
}

/** One process of the concurrent run. */
async function writeNotes(root, home, name) {
  const project = await open(root, home);
  await project.index({});
  const update = (text = '') => {
    const count = Number(/count (\d+)/.exec(text)?.[1] ?? 0);
    return withFields(text, { id: 'counter' }, `count ${count + 1}`);
  };
  for (let index = 0; index < COUNTS; index++) {
    const id = `${name}-${index}`;
    const body = `${FILLER} `.repeat(1000);
    await project.notes.team.write(id, () => withFields('', { id, title: id }, body));
    await project.notes.team.write('counter', update);
  }
  await project.close();
}

async function indexUntilTold(root, home) {
  const project = await open(root, home);
  const until = join(root, '..', 'stop');
  let torn = 0;
  while (!existsSync(until)) {
    await project.index({});
    torn += project
      .snapshot()
      .report.diagnostics.filter(({ path }) => path.startsWith(NOTES_FOLDER)).length;
  }
  await project.close();
  console.log(torn);
}

async function concurrent() {
  const { scratch, root } = copyOf(source);
  const start = (...args) => {
    const program = fileURLToPath(import.meta.url);
    const child = spawn(process.execPath, [program, source, ...args, root, scratch], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    return new Promise((resolve) => child.on('close', (status) => resolve({ status, output })));
  };
  const indexing = start('worker', 'index', '0');
  const writers = await Promise.all([start('worker', 'a', '0'), start('worker', 'b', '0')]);
  writeFileSync(join(scratch, 'stop'), '');
  const { output } = await indexing;
  const files = readdirSync(join(root, NOTES_FOLDER));
  const texts = files.map((name) => readFileSync(join(root, NOTES_FOLDER, name), 'utf8'));
  const whole = texts.filter((text) => text.split(FILLER).length === 1001).length;
  const counter = /count (\d+)/.exec(readFileSync(join(root, NOTES_FOLDER, 'counter.md'), 'utf8'));
  const found = {
    statuses: writers.map(({ status }) => status),
    written: 2 * COUNTS,
    whole,
    counted: Number(counter?.[1]),
    leftovers: files.filter((name) => !name.endsWith('.md')),
    tornReads: Number(output.trim()),
  };
  console.log(JSON.stringify(found));
  const isGood = whole === 2 * COUNTS && found.counted === 2 * COUNTS && found.tornReads === 0;
  if (!isGood || found.leftovers.length > 0) process.exitCode = 1;
  rmSync(scratch, { recursive: true });
}

if (mode === 'concurrent') await concurrent();
else if (mode === 'worker') {
  const [root, scratch] = rest;
  if (seedText === 'index') await indexUntilTold(root, join(scratch, 'home-index'));
  else await writeNotes(root, join(scratch, `home-${seedText}`), seedText);
} else await randomEdits();
