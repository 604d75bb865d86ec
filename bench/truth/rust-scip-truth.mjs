// What rust-analyzer knows of a workspace, as truth rows for the edge scorer: files, declarations and calls,
// with tests and with what macros expand to.
//
//   rust-analyzer scip CHECKOUT --output index.scip
//   node bench/truth/rust-scip-truth.mjs CHECKOUT index.scip > truth.jsonl
//
// A call of a trait's method is required; the method of any impl of that trait counts as found, and so does
// the trait's method for a call of an impl's. Call sites without an answer (code that `cfg` leaves out, types that
// were not inferred) are written as sites that nobody can judge. Tuple structs and variants may be called or not.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const DEFINITION = 1;
const KINDS = {
  fn: 'function',
  struct: 'class',
  union: 'class',
  enum: 'enum',
  trait: 'interface',
  type: 'type',
  mod: 'namespace',
  other: 'field',
};
const [root, indexFile] = process.argv.slice(2);
const documents = [...fields(readFileSync(indexFile))]
  .filter(([field]) => field === 2)
  .map(([, bytes]) => documentOf(bytes))
  .filter(({ path }) => path.endsWith('.rs') && !path.startsWith('..'))
  .sort((a, b) => (a.path < b.path ? -1 : 1));

const rows = [];
let next = 0;
const bySymbol = new Map();
const files = documents.map((document) => ({ ...read(document), id: next++ }));
for (const { path, id } of files) rows.push({ t: 'file', id, path });
for (const file of files) declare(file);
const leftOut = variantsLeftOut();
const byMethod = methodsOfTraits();
for (const file of files) calls(file);
console.log([...new Set(rows.map((row) => JSON.stringify(row)))].join('\n'));

/** Fields of a protobuf message: number and value (bytes or integer). */
function* fields(bytes) {
  let at = 0;
  const integer = () => {
    let value = 0;
    for (let shift = 1; ; shift *= 128) {
      const byte = bytes[at++];
      value += (byte & 127) * shift;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const tag = integer();
    if ((tag & 7) === 0) yield [tag >> 3, integer()];
    else {
      const length = integer();
      yield [tag >> 3, bytes.subarray(at, at + length)];
      at += length;
    }
  }
}

function documentOf(bytes) {
  const document = { path: '', occurrences: [] };
  for (const [field, value] of fields(bytes)) {
    if (field === 1) document.path = value.toString();
    if (field === 2) document.occurrences.push(occurrenceOf(value));
  }
  return document;
}

function occurrenceOf(bytes) {
  const occurrence = { range: [], symbol: '', roles: 0, enclosing: [] };
  for (const [field, value] of fields(bytes)) {
    if (field === 1) occurrence.range = integers(value);
    if (field === 2) occurrence.symbol = value.toString();
    if (field === 3) occurrence.roles = value;
    if (field === 7) occurrence.enclosing = integers(value);
  }
  return occurrence;
}

function integers(bytes) {
  const found = [];
  let value = 0;
  let shift = 1;
  for (const byte of bytes) {
    value += (byte & 127) * shift;
    shift *= 128;
    if (byte >= 128) continue;
    found.push(value);
    value = 0;
    shift = 1;
  }
  return found;
}

/** The file with its lines as written, and as code: comments and texts are blank. */
function read({ path, occurrences }) {
  const text = readFileSync(join(resolve(root), path), 'utf8');
  const blank = (part) => part.replace(/[^\n]/g, ' ');
  const code = text.replace(
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|b?r(#*)"[\s\S]*?"\1|b?"(?:[^"\\]|\\[\s\S])*"|b?'(?:[^'\\\n]|\\[^\n][^'\n]{0,8})'/g,
    blank,
  );
  const starts = [0];
  for (let at = 0; at < code.length; at++) if (code[at] === '\n') starts.push(at + 1);
  return { path, occurrences, code, starts, lines: text.split('\n'), functions: [] };
}

function lineOf(file, offset) {
  let low = 0;
  let high = file.starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (file.starts[middle] <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

function codeLine({ code, starts }, line) {
  return code.slice(starts[line - 1], (starts[line] ?? code.length + 1) - 1);
}

function declare(file) {
  const symbols = new Map();
  for (const { range, symbol, roles } of file.occurrences)
    if (roles & DEFINITION) symbols.set(file.starts[range[0]] + range[1], symbol);
  const listed = new Set();
  for (const found of file.code.matchAll(
    /\b(fn|struct|enum|trait|type|const(?!\s+(?:fn|async|unsafe|extern)\b)|static|mod|union|macro_rules!)\s+(?:mut\s+)?(?:r#)?([A-Za-z_]\w*)/g,
  )) {
    const offset = found.index + found[0].length - found[2].length;
    listed.add(offset);
    add(file, offset, found[2], found[1], symbols.get(offset));
  }
  for (const [offset, symbol] of symbols) {
    const name = /^\w+/.exec(file.code.slice(offset))?.[0];
    if (!listed.has(offset) && name !== undefined && !symbol.startsWith('local '))
      add(file, offset, name, 'other', symbol);
  }
}

function add(file, offset, name, word, symbol) {
  const line = lineOf(file, offset);
  let full = line;
  // Attributes and comments above begin after the last line of code or of nothing.
  while (
    full > 1 &&
    file.lines[full - 2].trim() !== '' &&
    !/[;{}]\s*$/.test(codeLine(file, full - 1))
  )
    full--;
  const end = endOf(file, offset);
  const isMethod = word === 'fn' && /#[^/]*$/.test(symbol ?? '');
  const row = {
    t: 'decl',
    id: next++,
    path: file.path,
    name,
    kind: isMethod ? 'method' : (KINDS[word] ?? 'variable'),
    start: line,
    end: lineOf(file, end),
    full,
    nl: line,
    exp: false,
    ...(word === 'fn' && symbol !== undefined ? {} : { opt: 'unjudged' }),
  };
  rows.push(row);
  if (word !== 'other')
    file.functions.push({
      id: row.id,
      from: offset,
      end,
      word,
      name,
      isListed: symbol !== undefined,
    });
  if (symbol === undefined) return;
  const key = symbol.startsWith('local ') ? `${file.path} ${symbol}` : symbol;
  bySymbol.set(key, [...(bySymbol.get(key) ?? []), { id: row.id, isFunction: word === 'fn' }]);
}

/** The bracket that closes the body, or the semicolon before one. */
function endOf({ code }, offset) {
  let depth = 0;
  for (let at = offset; at < code.length; at++) {
    const char = code[at];
    if (char === '{' || char === '(' || char === '[') depth++;
    if (char === '}' || char === ')' || char === ']') {
      depth--;
      if (depth < 0 || (depth === 0 && char === '}')) return at;
    }
    if (char === ';' && depth === 0) return at;
  }
  return code.length;
}

/** For each function, those of its name in its file that `cfg` leaves out. */
function variantsLeftOut() {
  const found = new Map();
  for (const { functions } of files) {
    const own = functions.filter(({ word }) => word === 'fn');
    for (const { id, name, isListed } of own)
      if (isListed) {
        const others = own.filter((one) => one.name === name && !one.isListed);
        if (others.length > 0)
          found.set(
            id,
            others.map((one) => one.id),
          );
      }
  }
  return found;
}

/** Methods of impls by trait and name, as `Trait.name`. */
function methodsOfTraits() {
  const found = new Map();
  for (const [symbol, declared] of bySymbol) {
    const key = traitMethodOf(symbol);
    if (key !== undefined) found.set(key, [...(found.get(key) ?? []), ...declared]);
  }
  return found;
}

function traitMethodOf(symbol) {
  const [, trait, name] =
    /impl#\[(?:`[^`]*`|\w+)\]\[`?(\w+)[^\]]*\](\w+)\(\)\.$/.exec(symbol) ?? [];
  return trait === undefined ? undefined : `${trait}.${name}`;
}

/** What a call of the symbol may lead to. */
function targetsOf(key) {
  // A file that several tests have as a module (`mod common;`) is listed once, as if it were a root.
  const own = bySymbol.get(key) ?? bySymbol.get(key.replace(/ \w+\/(?=\w)/, ' ')) ?? [];
  const implemented = traitMethodOf(key);
  if (implemented !== undefined) {
    const [trait, name] = implemented.split('.');
    const ending = new RegExp(`(?:^|[/ ])${trait}#${name}\\(\\)\\.$`);
    const declared = [...bySymbol].filter(([symbol]) => ending.test(symbol));
    return [...own, ...declared.flatMap(([, found]) => found)];
  }
  const [, trait, name] = /(\w+)#(\w+)\(\)\.$/.exec(key) ?? [];
  const methods = byMethod.get(`${trait}.${name}`) ?? [];
  // Of another crate's trait nobody can say which impl runs.
  return [
    ...own,
    ...(own.length > 0 ? methods : methods.map((one) => ({ ...one, isFunction: false }))),
  ];
}

function calls(file) {
  const resolved = new Map();
  for (const { range, symbol, roles } of file.occurrences)
    if (!(roles & DEFINITION)) resolved.set(file.starts[range[0]] + range[1], symbol);
  const declared = new Set(file.functions.map(({ from }) => from));
  for (const found of file.code.matchAll(/(?:r#)?([A-Za-z_]\w*)\s*(!?)/g)) {
    const offset = found.index;
    const isMacro = found[2] === '!' && /^\s*[([{]/.test(file.code.slice(offset + found[0].length));
    if (declared.has(offset) || (!isMacro && !isCalled(file.code, offset + found[1].length)))
      continue;
    const { src, isOwn } = sourceOf(file, offset);
    const symbol = resolved.get(offset);
    if (symbol === undefined) {
      rows.push({ t: 'dyn', src: [...src, file.id], name: found[1], why: 'any' });
      continue;
    }
    const targets = targetsOf(symbol.startsWith('local ') ? `${file.path} ${symbol}` : symbol);
    if (targets.length === 0) continue;
    const isFunction = !isMacro && targets[0].isFunction;
    rows.push({
      t: 'call',
      src,
      dst: [...new Set(targets.flatMap(({ id }) => [id, ...(leftOut.get(id) ?? [])]))],
      how: /[.:]\s*$/.test(file.code.slice(offset - 2, offset)) ? 'member' : 'local',
      ...(isFunction ? (isOwn(targets) ? { opt: 'recursion' } : {}) : { opt: 'value' }),
    });
  }
}

function isCalled(code, from) {
  let at = from;
  const rest = () => code.slice(at, at + 8);
  at += /^\s*/.exec(rest())[0].length;
  if (/^::\s*</.test(rest())) {
    let depth = 0;
    for (at = code.indexOf('<', at); at < code.length; at++) {
      if (code[at] === '<') depth++;
      if (code[at] === '>' && code[at - 1] !== '-' && --depth === 0) break;
      if (code[at] === ';') return false;
    }
    at++;
  }
  return code[at] === '(';
}

/** The innermost function around an offset, or else the constant, or else the file. */
function sourceOf(file, offset) {
  const around = file.functions
    .filter(
      ({ from, end, word }) => /^(fn|const|static)$/.test(word) && from < offset && offset <= end,
    )
    .sort((a, b) => b.from - a.from);
  const own = around.find(({ word }) => word === 'fn');
  const src = own === undefined ? [...around.map(({ id }) => id), file.id] : [own.id];
  return { src, isOwn: (targets) => targets.some(({ id }) => src.includes(id)) };
}
