// What rustdoc knows of a crate, as truth rows for the edge scorer: files, declarations, imports, heritage
// and calls. Declarations and impls are those of its JSON; uses are the links that it puts into source
// pages (--generate-link-to-definition), which rest on the compiler's own resolution and type inference.
//
//   node bench/truth/rust-truth.mjs --without-tests CHECKOUT
//   RUSTC_BOOTSTRAP=1 node bench/truth/rust-truth.mjs CHECKOUT NAME=ROOT.rs [rustdoc arguments…] > truth.jsonl
//
// The first form takes modules under #[cfg(test)] out of a checkout, for rustdoc does not see them.
// A call of a trait's method is required; the method of any impl of that trait counts as found, for the
// compiler's answer names the trait. What a macro writes, and paths to macros, are not judged.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';

const [first, ...rest] = process.argv.slice(2);
if (first === '--without-tests') withoutTests(resolve(rest[0]));
else write(resolve(first), rest);

function withoutTests(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) withoutTests(path);
    else if (name.endsWith('.rs')) writeFileSync(path, stripped(readFileSync(path, 'utf8')));
  }
}

/** Lines stay: what is taken out is blank. */
function stripped(text) {
  const start =
    /#\[cfg\((?:all\()?test\b[^\]]*\]\s*(?:#\[[^\]]*\]\s*)*(?:pub(?:\([^)]*\))? )?mod \w+\s*\{/.exec(
      text,
    ) ?? /^#\[test\]\s*(?:#\[[^\]]*\]\s*)*fn \w+\(\)[^{;]*\{/m.exec(text);
  if (start === null) return text;
  let depth = 0;
  let end = start.index + start[0].length - 1;
  for (; end < text.length; end++) {
    const token =
      /^(?:r(#*)"[\s\S]*?"\1|"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])[^']{0,8}'|\/\/[^\n]*)/.exec(
        text.slice(end, end + 4000),
      );
    if (token !== null && token[0].length > 1) end += token[0].length - 1;
    else if (text[end] === '{') depth++;
    else if (text[end] === '}' && --depth === 0) break;
  }
  const blank = text.slice(start.index, end + 1).replace(/[^\n]/g, ' ');
  return stripped(text.slice(0, start.index) + blank + text.slice(end + 1));
}

function write(checkout, [crate, ...options]) {
  const [name, rootFile] = crate.split('=');
  const out = mkdtempSync(join(tmpdir(), 'rust-truth-'));
  const common = [
    '--crate-type',
    'lib',
    '--crate-name',
    name,
    '-Z',
    'unstable-options',
    '--cap-lints',
    'allow',
    '--document-private-items',
    '-o',
    out,
    ...options,
    rootFile,
  ];
  for (const form of [['--generate-link-to-definition'], ['--output-format', 'json']]) {
    const { status, stderr } = spawnSync('rustdoc', [...form, ...common], {
      cwd: checkout,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr.slice(-2000));
  }
  const { index, root } = JSON.parse(readFileSync(join(out, `${name}.json`), 'utf8'));
  const rows = [];
  const files = new Map();
  const ids = new Map();
  const decls = [];
  let next = 0;
  const kindOf = (item) => Object.keys(item.inner)[0];
  const fileOf = (item) => relative(checkout, resolve(checkout, item.span.filename));
  const texts = new Map();
  const textOf = (path) => {
    if (!texts.has(path)) texts.set(path, readFileSync(join(checkout, path), 'utf8').split('\n'));
    return texts.get(path);
  };
  const items = Object.values(index).filter(
    (item) => item.span && item.crate_id === 0 && existsSync(join(checkout, fileOf(item))),
  );
  for (const item of items) if (!files.has(fileOf(item))) files.set(fileOf(item), next++);

  // --- declarations
  const parents = new Map();
  const traitOf = new Map();
  for (const item of items) {
    const inner = item.inner[kindOf(item)];
    const children =
      inner.items ??
      inner.variants ??
      inner.fields ??
      inner.kind?.plain?.fields ??
      inner.kind?.struct?.fields ??
      [];
    for (const child of kindOf(item) === 'module' ? [] : children) parents.set(child, item);
    if (kindOf(item) === 'impl' && inner.trait)
      for (const child of inner.items) traitOf.set(child, inner.trait.id);
  }
  const targetOf = (type) =>
    type?.resolved_path?.id ?? (type?.borrowed_ref ? targetOf(type.borrowed_ref.type) : undefined);
  const KINDS = {
    function: 'function',
    struct: 'class',
    union: 'class',
    enum: 'enum',
    variant: 'enum-member',
    trait: 'interface',
    struct_field: 'field',
    constant: 'variable',
    static: 'variable',
    type_alias: 'type',
    assoc_type: 'type',
    assoc_const: 'field',
    module: 'namespace',
    macro: 'function',
  };
  const isMade = (item) =>
    !new RegExp(`\\b${item.name?.replace(/^r#/, '')}\\b`).test(
      textOf(fileOf(item))
        .slice(item.span.begin[0] - 1, item.span.end[0])
        .join('\n'),
    );
  // What a macro makes stands where the macro is called, all of it.
  const spanOf = (item) => `${fileOf(item)} ${item.span.begin} ${item.span.end}`;
  const spans = new Map();
  for (const item of items)
    if (item.name !== null) spans.set(spanOf(item), (spans.get(spanOf(item)) ?? 0) + 1);
  const isShared = (item) => spans.get(spanOf(item)) > 1;
  for (const item of items) {
    const kind = KINDS[kindOf(item)];
    if (kind === undefined || item.name === null || /^\d+$/.test(item.name)) continue;
    // A module of its own file is that file.
    if (kindOf(item) === 'module' && item.span.begin[0] === 1 && item.span.begin[1] === 1) continue;
    if (isMade(item)) continue;
    const path = fileOf(item);
    const lines = textOf(path);
    const start = item.span.begin[0];
    let full = start;
    while (
      full > 1 &&
      /^\s*(\/\/\/|#\[|\/\*\*|\*|\/\/|[^;{}]*\]\s*$)/.test(lines[full - 2]) &&
      lines[full - 2].trim() !== ''
    )
      full--;
    let nameLine = start;
    while (
      nameLine < item.span.end[0] &&
      !new RegExp(`\\b${item.name.replace(/^r#/, '')}\\b`).test(lines[nameLine - 1])
    )
      nameLine++;
    const owner = parents.get(item.id);
    const isInMacro = kindOf(item) === 'macro' || isInMacroRules(lines, start) || isShared(item);
    const opt = isInMacro
      ? 'macro'
      : kind === 'enum-member' || (owner && kindOf(owner) === 'variant')
        ? 'enum-member'
        : undefined;
    const id = next++;
    ids.set(item.id, id);
    decls.push({ id, item, path, start, end: item.span.end[0], kind });
    rows.push({
      t: 'decl',
      id,
      path,
      name: item.name,
      kind: owner && kind === 'function' ? 'method' : kind,
      start,
      end: item.span.end[0],
      full,
      nl: nameLine,
      exp: item.visibility === 'public',
      ...(opt ? { opt } : {}),
    });
  }
  const macros = [];
  // Macros, whole: what is in them is no declaration.
  for (const path of files.keys()) {
    textOf(path).forEach((line, at) => {
      const found = /macro_rules!\s*(\w+)/.exec(line);
      if (found === null || decls.some((one) => one.path === path && one.item.name === found[1]))
        return;
      macros.push({ name: found[1], id: next });
      rows.push({
        t: 'decl',
        id: next++,
        path,
        name: found[1],
        kind: 'function',
        start: at + 1,
        end: at + 1,
        full: Math.max(1, at - 20),
        nl: at + 1,
        opt: 'macro',
      });
    });
  }

  // What the JSON leaves out (items of functions, impls for foreign types) may be found or not.
  for (const path of files.keys()) {
    textOf(path).forEach((line, at) => {
      const found =
        /^[^"/]*\b(fn|struct|enum|trait|type|const|static|mod|union)\s+(?:mut\s+)?(\w+)/.exec(line);
      if (
        found === null ||
        decls.some(
          (one) =>
            one.path === path &&
            one.item.name === found[2] &&
            one.start <= at + 1 &&
            at <= one.start + 3,
        )
      )
        return;
      const end = endLine(textOf(path), at);
      decls.push({
        id: next,
        item: { name: found[2] },
        path,
        start: at + 1,
        end,
        kind: found[1] === 'fn' ? 'function' : 'other',
      });
      rows.push({
        t: 'decl',
        id: next++,
        path,
        name: found[2],
        kind: found[1] === 'fn' ? 'function' : 'class',
        start: at + 1,
        end,
        full: Math.max(1, at - 20),
        nl: at + 1,
        opt: 'unlisted',
      });
    });
  }

  // --- heritage
  for (const item of items) {
    if (kindOf(item) === 'trait') {
      for (const bound of item.inner.trait.bounds) {
        const base = ids.get(bound.trait_bound?.trait?.id);
        if (base !== undefined)
          rows.push({ t: 'ext', src: [ids.get(item.id)], dst: [base], how: 'supertrait' });
      }
    }
    if (kindOf(item) !== 'impl' || item.inner.impl.is_negative) continue;
    const { trait, for: type, is_synthetic, blanket_impl } = item.inner.impl;
    const subject = ids.get(targetOf(type));
    const base = ids.get(trait?.id);
    if (subject === undefined || base === undefined || is_synthetic || blanket_impl) continue;
    const isWritten = /\bimpl\b/.test(textOf(fileOf(item))[item.span.begin[0] - 1] ?? '');
    rows.push({
      t: 'impl',
      src: [subject],
      dst: [base],
      how: 'impl',
      ...(isWritten && !type.borrowed_ref ? {} : { opt: 'made' }),
    });
  }

  // --- imports: the deepest module that a path names
  const modules = new Map();
  const visit = (item, names) => {
    modules.set(names.join('::'), item);
    for (const child of item.inner.module.items) {
      const inner = index[child];
      if (inner && kindOf(inner) === 'module' && inner.span) visit(inner, [...names, inner.name]);
    }
  };
  visit(index[root], []);
  const moduleOfFile = new Map();
  for (const [names, item] of modules)
    if (!moduleOfFile.has(fileOf(item)))
      moduleOfFile.set(fileOf(item), names === '' ? [] : names.split('::'));
  for (const [path, file] of files) {
    const here = moduleOfFile.get(path);
    if (here === undefined) continue;
    const text = textOf(path)
      .map((line) => line.replace(/\/\/.*$/, ''))
      .join('\n')
      .replace(/macro_rules![\s\S]*?\n\}/g, '');
    const targets = new Map();
    for (const found of text.matchAll(/(?:^|[;{}\]])\s*(?:pub(?:\([^)]*\))?\s+)?mod\s+(\w+)\s*;/gm))
      addTarget(targets, [...here, found[1]], false);
    for (const found of text.matchAll(
      /(?:^|[;{}\]])\s*(?:pub(?:\([^)]*\))?\s+)?use\s+([^;]+);/gm,
    )) {
      for (const used of leaves(found[1].replace(/\s+/g, ' ')))
        addTarget(targets, absolute(used, here), true);
    }
    for (const [target, isUse] of targets) {
      if (target !== path)
        rows.push({
          t: 'imp',
          src: file,
          dst: [files.get(target)],
          how: isUse ? 'use' : 'mod',
          via: 'crate',
        });
    }
  }
  function addTarget(targets, names, isUse) {
    if (names === undefined) return;
    for (let count = names.length; count >= 0; count--) {
      const module = modules.get(names.slice(0, count).join('::'));
      if (module === undefined) continue;
      const path = fileOf(module);
      if (files.has(path)) targets.set(path, targets.get(path) || isUse);
      return;
    }
  }
  function absolute(path, here) {
    const names = path
      .split('::')
      .map((one) => one.trim())
      .filter((one) => one !== '' && one !== '*');
    if (names.at(-1) === 'self') names.pop();
    if (names[0] === 'crate') return names.slice(1);
    if (names[0] === 'self') return [...here, ...names.slice(1)];
    let up = 0;
    while (names[up] === 'super') up++;
    // Inside an inline module `super` is this file's; that cannot be told here and makes no edge.
    if (up > 0) return [...here.slice(0, here.length - up), ...names.slice(up)];
    return modules.has([...here, names[0]].join('::')) ? [...here, ...names] : undefined;
  }
  function leaves(tree) {
    const open = tree.indexOf('{');
    if (open < 0) return [tree.replace(/ as \w+$/, '')];
    const prefix = tree.slice(0, open);
    const parts = [];
    let depth = 0;
    let from = open + 1;
    for (let at = open; at < tree.length; at++) {
      if (tree[at] === '{') depth++;
      if ((tree[at] === ',' && depth === 1) || (tree[at] === '}' && --depth === 0)) {
        parts.push(tree.slice(from, at));
        from = at + 1;
      }
    }
    return parts
      .filter((part) => part.trim() !== '')
      .flatMap((part) => leaves(prefix + part.trim()));
  }

  // --- calls: links of the source pages that an opening bracket follows
  const byPlace = new Map(decls.map((one) => [`${one.path}:${one.start}:${one.item.name}`, one]));
  const implsOf = (trait, name) =>
    decls
      .filter(({ item }) => traitOf.get(item.id) === trait && item.name === name)
      .map(({ id }) => id);
  const foreignImpls = (name) =>
    decls
      .filter(
        ({ item }) => traitOf.has(item.id) && !ids.has(traitOf.get(item.id)) && item.name === name,
      )
      .map(({ id }) => id);
  const sourceFolder = dirname(rootFile);
  const seen = new Set();
  for (const [path, file] of files) {
    const page = join(out, 'src', name, `${relative(sourceFolder, path)}.html`);
    if (!existsSync(page)) continue;
    const here = decls.filter(
      (one) => one.path === path && /function|variable|field/.test(one.kind),
    );
    for (const { line, called, isMacro } of unlinked(readFileSync(page, 'utf8'))) {
      const inner = here.filter((one) => one.start <= line && line <= one.end).map((one) => one.id);
      for (const one of [...inner, file])
        rows.push({ t: 'dyn', src: [one], name: called, why: 'any' });
      const dst = isMacro ? macros.filter(({ name }) => name === called).map(({ id }) => id) : [];
      if (dst.length > 0)
        rows.push({ t: 'call', src: [...inner, file], dst, how: 'macro', opt: 'macro' });
    }
    for (const { line, text, href, after } of linksOf(readFileSync(page, 'utf8'))) {
      if (!/^\s*(::\s*<[^;{}]*?>\s*)?\(/.test(after) || /^(self|Self|crate|super)$/.test(text))
        continue;
      const called = text.split('::').at(-1).replace(/^r#/, '').trim();
      const inner = here
        .filter((one) => one.start <= line && line <= one.end)
        .sort((a, b) => b.start - a.start);
      const own = inner.find((one) => one.kind === 'function') ?? inner[0];
      if (own !== undefined && own.start === line && own.item.name === called) continue;
      const src = own === undefined ? [file] : own.kind === 'function' ? [own.id] : [own.id, file];
      if (isInMacroRules(textOf(path), line)) continue;
      const place = placeOf(href, path);
      const target =
        place && (byPlace.get(`${place.path}:${place.line}:${called}`) ?? within(place, called));
      let row;
      if (target === undefined) {
        const dst = foreignImpls(called);
        if (/^https?:/.test(href) && dst.length > 0)
          row = { t: 'call', src, dst, how: 'foreign', opt: 'foreign trait' };
        else if (place !== undefined) row = { t: 'dyn', src, name: called, why: 'any' };
        else continue;
      } else {
        const owner = parents.get(target.item.id);
        const dst = [target.id];
        if (owner && kindOf(owner) === 'trait') dst.push(...implsOf(owner.id, called));
        const opt =
          target.kind !== 'function'
            ? 'constructor'
            : src.includes(target.id)
              ? 'recursion'
              : rowOf(target.id).opt;
        row = {
          t: 'call',
          src,
          dst,
          how: owner ? (kindOf(owner) === 'trait' ? 'trait' : 'member') : 'function',
          ...(opt ? { opt } : {}),
        };
      }
      const key = JSON.stringify(row);
      if (!seen.has(key)) rows.push(row);
      seen.add(key);
    }
  }
  function rowOf(id) {
    return rows.find((row) => row.t === 'decl' && row.id === id);
  }
  function within(place, called) {
    return decls.find(
      (one) =>
        one.path === place.path &&
        one.item.name === called &&
        Math.abs(one.start - place.line) <= 30 &&
        one.start >= place.line &&
        one.end <= place.end + 1,
    );
  }
  console.log(JSON.stringify({ t: 'meta', repo: name, oracle: 'rustdoc', files: files.size }));
  for (const [path, id] of files) console.log(JSON.stringify({ t: 'file', id, path }));
  for (const row of rows) console.log(JSON.stringify(row));
}

function isInMacroRules(lines, line) {
  for (let at = line - 1; at >= 0; at--) {
    if (/^\s*macro_rules!/.test(lines[at])) return true;
    if (at < line - 1 && /^[})]/.test(lines[at])) return false;
  }
  return false;
}

/** What looks like a call and has no link: in macros and behind type arguments; and macros themselves. */
function unlinked(html) {
  const found = [];
  let line = 0;
  let plain = '';
  const lines = [];
  const linked = new Set();
  for (const token of tokensOf(html)) {
    if (token.line !== undefined) line = token.line;
    else {
      for (let at = 0; at < token.text.length; at++) lines.push(line);
      plain += token.text;
      if (token.href !== undefined) linked.add(plain.length);
    }
  }
  for (const call of plain.matchAll(/(\w+)(!?)\s*(?:::\s*<[^(;{}]*>\s*)?[([{]/g)) {
    const isMacro = call[2] === '!';
    if (!isMacro && (linked.has(call.index + call[1].length) || !call[0].endsWith('('))) continue;
    found.push({ line: lines[call.index], called: call[1], isMacro });
  }
  return found;
}

/** The file and lines that a link leads to; undefined for pages that are no source. */
function placeOf(href, path) {
  const [page, lines] = href.split('#');
  const range = /^(\d+)(?:-(\d+))?$/.exec(lines ?? '');
  if (range === null || /^https?:/.test(href)) return undefined;
  const line = Number(range[1]);
  const end = Number(range[2] ?? range[1]);
  if (page === '') return { path, line, end };
  const target = join(dirname(path), page.replace(/\.html$/, ''));
  return { path: target, line, end };
}

/** A source page as numbers of lines, links and other text. */
function tokensOf(html) {
  const code = html.slice(html.indexOf('<pre class="rust">'));
  return [
    ...code.matchAll(
      /<a href=#(\d+) id=\d+ data-nosnippet>\d+<\/a>|<a (?:class="[^"]*" )?href="([^"]*)">((?:[^<]|<(?!\/a>))*)<\/a>|<[^>]*>|[^<]+/g,
    ),
  ].flatMap((token) => {
    if (token[1] !== undefined) return [{ line: Number(token[1]) }];
    if (token[2] !== undefined)
      return [{ href: token[2], text: decoded(token[3].replace(/<[^>]*>/g, '')) }];
    return token[0].startsWith('<') ? [] : [{ text: decoded(token[0]) }];
  });
}

/** The links of a source page with their lines and what follows them. */
function linksOf(html) {
  const found = [];
  let plain = '';
  let line = 0;
  for (const token of tokensOf(html)) {
    if (token.line !== undefined) line = token.line;
    else {
      plain += token.text;
      if (token.href !== undefined)
        found.push({ line, text: token.text, href: token.href, at: plain.length });
    }
  }
  return found.map(({ at, ...one }) => ({ ...one, after: plain.slice(at, at + 200) }));
}

function decoded(text) {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

/** The last line of what begins on a line: where its brackets close. */
function endLine(lines, start) {
  let depth = 0;
  for (let at = start; at < lines.length; at++) {
    for (const character of lines[at].replace(/\/\/.*$/, '')) {
      if ('([{'.includes(character)) depth++;
      if (')]}'.includes(character) && --depth === 0 && character === '}') return at + 1;
      if (character === ';' && depth === 0) return at + 1;
    }
  }
  return start + 1;
}
