// `node bench/impact.mjs CHECKOUT signature|rename FROM-TO TSCONFIG...`: the lines that `impact` names, held
// against the lines that break. Each symbol of a sample is changed in memory, with every declaration that
// `impact` says changes with it: a required parameter is added, and the compiler of the checkout is asked
// which lines have new errors. For a new name it is asked what it would rename. Prints missed lines, and
// named lines without a change.
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';

import { serve } from './served.mjs';

const [checkout, change = 'signature', slice = '0-40', ...configs] = process.argv.slice(2);
const root = resolve(checkout);
const [sliceStart, sliceEnd] = slice.split('-').map(Number);
const installed = createRequire(join(root, 'package.json'))('typescript');
// The checkout may have TypeScript 7, which has no language service in JavaScript.
const ts =
  installed.createLanguageService === undefined
    ? createRequire(import.meta.url)('typescript')
    : installed;
const contentHash = (text) => createHash('sha256').update(text).digest('hex');
/** One type for all declarations: they must still fit each other. */
const PARAMETER = "__added: { readonly __added: '__added' }";
/** A required parameter after an optional one: the declaration is at fault, and its callers break. */
const REQUIRED_AFTER_OPTIONAL = 1016;
const KINDS = {
  signature: ['function', 'method', 'constructor', 'class'],
  rename: ['function', 'method', 'class', 'interface', 'typeAlias', 'enum', 'variable'],
}[change];

const OWNERS = new Set(['file', 'class', 'interface', 'namespace']);

/** The program of all configurations, with texts that can be replaced. */
function compilerOf() {
  const parsed = configs.map((config) => {
    const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} };
    return ts.getParsedCommandLineOfConfigFile(resolve(root, config), {}, host);
  });
  const fileNames = [...new Set(parsed.flatMap((one) => one.fileNames))];
  const options = {
    ...parsed[0].options,
    ...{ composite: false, incremental: false, noEmit: true, skipLibCheck: true },
    ...{ noUnusedLocals: false, noUnusedParameters: false, declaration: false },
    ...{ emitDeclarationOnly: false, tsBuildInfoFile: undefined },
  };
  const changed = new Map();
  const versions = new Map();
  const service = ts.createLanguageService({
    getScriptFileNames: () => fileNames,
    getScriptVersion: (file) => String(versions.get(file) ?? 0),
    getScriptSnapshot: (file) => {
      const text = changed.get(file) ?? ts.sys.readFile(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => root,
    getCompilationSettings: () => options,
    getDefaultLibFileName: (own) => ts.getDefaultLibFilePath(own),
    ...{ fileExists: ts.sys.fileExists, readFile: ts.sys.readFile },
    ...{ readDirectory: ts.sys.readDirectory, directoryExists: ts.sys.directoryExists },
    getDirectories: ts.sys.getDirectories,
  });
  const replace = (texts) => {
    for (const file of new Set([...changed.keys(), ...texts.keys()]))
      versions.set(file, (versions.get(file) ?? 0) + 1);
    changed.clear();
    for (const [file, text] of texts) changed.set(file, text);
  };
  return { fileNames, service, replace };
}

/** The errors of all files: a key that does not depend on columns → the line that has to change. */
function errorsOf({ fileNames, service }) {
  const found = new Map();
  const program = service.getProgram();
  for (const file of fileNames) {
    const source = program.getSourceFile(file);
    for (const { start, code, messageText } of program.getSemanticDiagnostics(source)) {
      if (start === undefined || code === REQUIRED_AFTER_OPTIONAL) continue;
      const at = source.getLineAndCharacterOfPosition(start).line + 1;
      const message = ts.flattenDiagnosticMessageText(messageText, ' ').slice(0, 200);
      found.set(`${file}:${at}:${code}:${message}`, lineOf(source, start, file));
    }
  }
  return found;
}

/** The line of the statement or call that is at fault: an error may be at one of its arguments. */
function lineOf(source, start, file) {
  const lines = [];
  const add = (position) => lines.push(source.getLineAndCharacterOfPosition(position).line + 1);
  const addInside = (value) => {
    if (value === undefined || ts.isFunctionLike(value)) return;
    ts.forEachChild(value, function visit(inner) {
      add(inner.getStart(source));
      if (!ts.isFunctionLike(inner)) ts.forEachChild(inner, visit);
    });
  };
  add(start);
  let node = ts.getTokenAtPosition(source, start);
  for (; node !== undefined && !ts.isSourceFile(node); node = node.parent) {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) add(node.getStart(source));
    // A value that does not fit its declared type is at fault in one of its lines.
    if (ts.isPropertyDeclaration(node) || ts.isVariableDeclaration(node))
      addInside(node.initializer);
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const callee = node.expression;
      add((callee.name ?? callee).getStart(source));
      break;
    }
    if (ts.isStatement(node) || ts.isFunctionLike(node)) break;
  }
  return { path: relative(root, file), lines };
}

/** The position where a declaration takes a parameter, or the range of its name. */
function editOf(source, { start_line, end_line }, name) {
  let edit;
  const visit = (node) => {
    if (edit !== undefined) return;
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    const isOwn = line >= start_line && line <= end_line && nameOf(node, source) === name;
    if (isOwn) edit = change === 'rename' ? nameEdit(node, source) : parameterEdit(node, source);
    if (edit === undefined) ts.forEachChild(node, visit);
  };
  visit(source);
  return edit;
}

function nameOf(node, source) {
  if (ts.isConstructorDeclaration(node)) return 'constructor';
  const isNamed = node.name !== undefined && !ts.isPropertyAccessExpression(node);
  return isNamed && ts.isDeclarationStatement !== undefined ? node.name.getText(source) : undefined;
}

function nameEdit(node, source) {
  if (ts.isConstructorDeclaration(node) || ts.isImportSpecifier(node)) return undefined;
  return {
    position: node.name.getStart(source),
    end: node.name.end,
    text: `${node.name.text}__new`,
  };
}

/** The parameter is the last, so that the types of the others are inferred as before. */
function parameterEdit(node, source) {
  const own = ts.isFunctionLike(node) ? node : node.initializer;
  if (own === undefined || !ts.isFunctionLike(own)) return undefined;
  const { parameters } = own;
  const last = parameters.at(-1);
  if (last?.dotDotDotToken !== undefined) {
    const start = last.getStart(source);
    return { position: start, end: start, text: `${PARAMETER}, ` };
  }
  const { end } = last ?? parameters;
  return { position: end, end, text: last === undefined ? PARAMETER : `, ${PARAMETER}` };
}

/** The texts of the files with all declarations changed, or undefined if one cannot be. */
function changedTexts(declarations, program) {
  const edits = new Map();
  for (const declaration of declarations) {
    if (declaration.relation === 'inherits' || declaration.relation === 'holder') continue;
    // A class takes its parameters through its constructor, which is in the list.
    if (change === 'signature' && declaration.kind === 'class') continue;
    if (change === 'rename' && declaration.kind === 'constructor') continue;
    const file = join(root, declaration.path);
    const source = program.getSourceFile(file);
    const name = declaration.id.split('::').at(-1).replace(/~\d+$/, '');
    const edit = source && editOf(source, declaration, name);
    if (edit === undefined) return undefined;
    edits.set(file, [...(edits.get(file) ?? []), edit]);
  }
  if (edits.size === 0) return undefined;
  return new Map([...edits].map(([file, own]) => [file, edited(file, own)]));
}

function edited(file, edits) {
  let text = readFileSync(file, 'utf8');
  for (const { position, end, text: added } of edits.toSorted((a, b) => b.position - a.position))
    text = text.slice(0, position) + added + text.slice(end);
  return text;
}

/** The places with new errors after the change. */
function broke(compiler, declarations, before) {
  const texts = changedTexts(declarations, compiler.service.getProgram());
  if (texts === undefined) return undefined;
  compiler.replace(texts);
  return [...errorsOf(compiler)].flatMap(([key, place]) => (before.has(key) ? [] : [place]));
}

/**
 * The places that the compiler renames. Its errors would say less: where an import fails, the rest of
 * the file has no type and no error.
 */
function renamed({ service }, declarations) {
  const program = service.getProgram();
  const places = [];
  for (const declaration of declarations) {
    const file = join(root, declaration.path);
    const source = program.getSourceFile(file);
    const name = declaration.id.split('::').at(-1).replace(/~\d+$/, '');
    const edit = source && editOf(source, declaration, name);
    if (edit === undefined) continue;
    const found = service.findRenameLocations(file, edit.position, false, false, {}) ?? [];
    for (const { fileName, textSpan } of found)
      places.push(lineOf(program.getSourceFile(fileName), textSpan.start, fileName));
  }
  return places.length === 0 ? undefined : places;
}

const home = mkdtempSync(join(tmpdir(), 'graph-memory-impact-'));
const { workspace, ask } = await serve(root, home);
try {
  await ask('code_search', { query: 'first' });
  const { graph } = workspace.project().snapshot();
  const compiler = compilerOf();
  const isCompiled = new Set(compiler.fileNames.map((file) => relative(root, file)));
  const before = errorsOf(compiler);
  console.log(`${isCompiled.size} files, ${before.size} errors before the changes`);
  const symbols = Array.from({ length: graph.nodeCount }, (_, index) => graph.node(index))
    .filter(({ index, kind, path, parent }) => {
      // A function inside of another is no interface that others rely on.
      if (parent < 0 || !OWNERS.has(graph.node(parent).kind)) return false;
      const isUsed =
        graph.incoming(index, ['calls', 'references', 'extends', 'implements']).length > 0;
      return KINDS.includes(kind) && isCompiled.has(path) && isUsed;
    })
    .sort((a, b) => (contentHash(a.id) < contentHash(b.id) ? -1 : 1));
  const total = { symbols: 0, broken: 0, missed: 0, named: 0, unbroken: 0, possible: 0 };
  let seen = 0;
  for (const { id } of symbols) {
    if (seen === sliceEnd) break;
    const request = { symbols: [id], change, max_tokens: 40_000 };
    const { declarations, uses, accounts } = (await ask('impact', request)).structured;
    compiler.replace(new Map());
    const broken =
      change === 'rename' ? renamed(compiler, declarations) : broke(compiler, declarations, before);
    if (broken === undefined || ++seen <= sliceStart) continue;
    const named = new Map();
    for (const { path, lines } of uses.items)
      for (const line of lines) named.set(`${path}:${line}`, false);
    const possible = new Set(
      accounts.flatMap(({ open_at = [] }) =>
        open_at.flatMap((site) => {
          const [path, lines] = site.split(/:(?=[\d,()]+$)/);
          return lines.split(',').map((line) => `${path}:${Number.parseInt(line, 10)}`);
        }),
      ),
    );
    const isDeclared = (path, line) =>
      declarations.some((own) => own.path === path && own.start_line === line);
    const missed = new Set();
    for (const { path, lines } of broken) {
      const site = lines.map((line) => `${path}:${line}`).find((one) => named.has(one));
      if (site !== undefined) named.set(site, true);
      else if (lines.some((line) => possible.has(`${path}:${line}`))) total.possible++;
      else if (!lines.some((line) => isDeclared(path, line))) missed.add(`${path}:${lines[0]}`);
    }
    // Files outside of the program, such as fixtures, cannot break.
    const unbroken = [...named].filter(([site, isBroken]) => {
      return !isBroken && isCompiled.has(site.slice(0, site.lastIndexOf(':')));
    });
    total.symbols++;
    total.broken += broken.length;
    total.missed += missed.size;
    total.named += named.size;
    total.unbroken += unbroken.length;
    if (missed.size + unbroken.length > 0) console.log(`${id}: ${named.size} lines named`);
    for (const site of [...missed].slice(0, 5)) console.log(`  missed ${site}`);
    for (const [site] of unbroken.slice(0, 5)) console.log(`  not broken ${site}`);
  }
  console.log(
    `${change}: ${total.symbols} symbols, ${total.broken} errors, ${total.missed} lines missed, ${total.possible} errors only on open lines of the account; ${total.named} lines named, ${total.unbroken} of them do not break`,
  );
} finally {
  await workspace.close();
  rmSync(home, { recursive: true, force: true });
}
