// The broken uses that `changes` finds, against the errors of the TypeScript compiler. From a commit in which
// the parameters of a function changed, or a declaration was removed, one file is applied to the parent
// commit; all callers stay as they were. Only errors in other files that are new by this count, so packages
// need not be installed.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const OPTIONS = {
  ...{ target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext },
  ...{ moduleResolution: ts.ModuleResolutionKind.Bundler, allowImportingTsExtensions: true },
  ...{ strict: true, noEmit: true, skipLibCheck: true, experimentalDecorators: true },
  ...{ jsx: ts.JsxEmit.Preserve, types: [], noImplicitAny: false },
};
/** Errors about names that are gone, and about the number of arguments. */
const NAME_ERRORS = new Set([2304, 2305, 2307, 2339, 2459, 2551, 2552, 2614, 2694, 2724, 1192]);
const COUNT_ERRORS = new Set([2554, 2555, 2575]);
const SOURCE = /\.(?:ts|tsx|mts|cts)$/;
const OUTSIDE = /\.d\.[cm]?ts$|(?:^|\/)(?:tests?|__tests__|spec|docs|scripts|node_modules)\//;
/** Most commits that are examined for one that breaks something. */
const EXAMINED_PER_CASE = 6;

const isSource = (path) => SOURCE.test(path) && !OUTSIDE.test(path);

/** Parameters by qualified name, as written, of everything with a body or a signature. */
function signaturesOf(text) {
  const file = ts.createSourceFile('a.tsx', text, ts.ScriptTarget.ESNext, true);
  const found = new Map();
  const visit = (node, prefix) => {
    const name = node.name?.getText(file) ?? (ts.isConstructorDeclaration(node) ? 'new' : '');
    const own = name === '' ? prefix : `${prefix}.${name}`;
    const initializer = ts.isVariableDeclaration(node) ? node.initializer : undefined;
    const parameters = node.parameters ?? initializer?.parameters;
    if (name !== '' && (parameters || ts.isClassDeclaration(node)))
      found.set(own, `${found.get(own) ?? ''}${parameters?.map((one) => one.getText(file))}`);
    const isBody = ts.isBlock(node) && !ts.isSourceFile(node.parent);
    if (!isBody) ts.forEachChild(node, (child) => visit(child, own));
  };
  visit(file, '');
  return found;
}

function hasChangedSignature(before, after) {
  const now = signaturesOf(after);
  return [...signaturesOf(before)].some(([name, parameters]) => now.get(name) !== parameters);
}

/** Compiles the files of a checkout, one of which may have another text. */
class Compiler {
  #root;
  #known = new Map();

  constructor(root) {
    this.#root = root;
  }

  /** Returns the errors of some files: `path:line:code` → the lines that name the broken use. */
  errors(paths, replaced, only) {
    const host = ts.createCompilerHost(OPTIONS, true);
    host.getSourceFile = (name, options) => {
      const text = replaced.get(name) ?? ts.sys.readFile(name);
      if (text === undefined) return undefined;
      const known = this.#known.get(name);
      if (known?.text === text) return known;
      const file = ts.createSourceFile(name, text, options, true);
      this.#known.set(name, file);
      return file;
    };
    const names = paths.map((path) => join(this.#root, path));
    const program = ts.createProgram(names, OPTIONS, host);
    const found = new Map();
    for (const path of only ?? paths) {
      const file = program.getSourceFile(join(this.#root, path));
      for (const { code, start } of file ? program.getSemanticDiagnostics(file) : []) {
        const lineAt = (offset) => file.getLineAndCharacterOfPosition(offset).line + 1;
        const line = lineAt(start);
        found.set(`${path}:${line}:${code}`, {
          path,
          code,
          line,
          lines: [line, ...calleeLines(file, start, lineAt)],
        });
      }
    }
    return found;
  }
}

/** The lines of the callee of the call around an error, which may be at an argument. */
function calleeLines(file, start, lineAt) {
  let node = ts.getTokenAtPosition?.(file, start) ?? tokenAt(file, start);
  while (node && !ts.isCallExpression(node) && !ts.isNewExpression(node)) node = node.parent;
  if (!node) return [];
  const callee = node.expression;
  return [lineAt(callee.getStart(file)), lineAt((callee.name ?? callee).getStart(file))];
}

function tokenAt(node, start) {
  const child = ts.forEachChild(node, (one) =>
    one.getStart() <= start && start < one.end ? one : undefined,
  );
  return child === undefined ? node : tokenAt(child, start);
}

const errorKind = ({ code }) =>
  NAME_ERRORS.has(code) ? 'name' : COUNT_ERRORS.has(code) ? 'count' : 'type';

/** Measures until `caseCount` cases break something, for the compiler or for `changes`. */
export async function measureBreaks({ root, git, ask, caseCount }) {
  const compiler = new Compiler(root);
  const rows = { cases: 0, examined: 0, findings: 0, right: 0, missed: 0, listed: 0, codes: {} };
  const errors = { name: [0, 0], count: [0, 0], type: [0, 0] };
  const commits = git(
    'log',
    '--no-merges',
    '--format=%H',
    '-n',
    '3000',
    '--diff-filter=M',
    '--',
    '*.ts',
    '*.tsx',
  ).split('\n');
  for (const hash of commits) {
    if (rows.cases >= caseCount || rows.examined >= caseCount * EXAMINED_PER_CASE) break;
    const path = changedDeclaration(git, hash);
    if (path === undefined) continue;
    rows.examined++;
    git('checkout', '--quiet', '--force', `${hash}~1`);
    const file = join(root, path);
    const paths = git('ls-files').split('\n').filter(isSource);
    const old = readFileSync(file, 'utf8');
    const replaced = new Map([[file, `${git('show', `${hash}:${path}`)}\n`]]);
    const now = compiler.errors(paths, replaced);
    const others = [...now.values()].filter((error) => error.path !== path);
    const before = compiler.errors(
      paths,
      new Map([[file, old]]),
      new Set(others.map((error) => error.path)),
    );
    const fresh = others.filter(
      (error) => !before.has(`${error.path}:${error.line}:${error.code}`),
    );
    writeFileSync(file, replaced.get(file));
    const answer = await ask('changes', { max_tokens: 40_000 });
    const found = answer.findings.items.filter(
      (one) =>
        /^(?:removedStillUsed|argumentsNoLongerFit)$/.test(one.finding) &&
        one.path !== path &&
        isSource(one.path),
    );
    if (fresh.length + found.length === 0) continue;
    rows.cases++;
    count(rows, errors, { hash, found, fresh, root, affected: answer.affected.items });
    if (process.env.SHOW) report(rows, errors);
  }
  report(rows, errors);
}

function count(rows, errors, { hash, found, fresh, root, affected }) {
  const show = (text) => process.env.SHOW && console.log(`  ${hash.slice(0, 10)} ${text}`);
  const lines = found.flatMap((one) => one.lines.map((line) => ({ ...one, line })));
  for (const one of lines) {
    rows.findings++;
    const isError = fresh.some(
      (error) => error.path === one.path && error.lines.includes(one.line),
    );
    // Where an import fails, the compiler reports no uses of it.
    const isConsequence = fresh.some(
      (error) => error.path === one.path && names(root, error, one.symbol),
    );
    if (isError || isConsequence) rows.right++;
    else show(`not an error: ${one.path}:${one.line} ${one.detail}`);
  }
  for (const error of fresh) {
    const counts = errors[errorKind(error)];
    counts[1]++;
    if (lines.some((one) => one.path === error.path && error.lines.includes(one.line))) counts[0]++;
    else {
      const isListed = affected.some(
        (one) => one.path === error.path && one.lines.some((line) => error.lines.includes(line)),
      );
      rows.missed++;
      if (isListed) rows.listed++;
      rows.codes[error.code] = (rows.codes[error.code] ?? 0) + 1;
      show(
        `not found${isListed ? ', but affected' : ''}: ${error.path}:${error.line} TS${error.code}`,
      );
    }
  }
}

/** Whether the line of an error has the name of a symbol. */
function names(root, { path, line }, symbol) {
  const text = readFileSync(join(root, path), 'utf8').split('\n')[line - 1] ?? '';
  return text.includes(symbol.split('::').at(-1));
}

/** The first source file of a commit with a changed signature, or with a declaration less. */
function changedDeclaration(git, hash) {
  const files = git('diff-tree', '-r', '--name-only', '--diff-filter=M', `${hash}~1`, hash).split(
    '\n',
  );
  return files.filter(isSource).find((path) => {
    const [before, after] = [git('show', `${hash}~1:${path}`), git('show', `${hash}:${path}`)];
    return hasChangedSignature(before, after);
  });
}

function report({ cases, examined, findings, right, missed, listed, codes }, errors) {
  const share = (part, all) =>
    `${part} of ${all} (${((100 * part) / Math.max(1, all)).toFixed(1)} %)`;
  console.log(`${cases} commits that break something, of ${examined} with a changed signature`);
  console.log(`found lines that are errors: ${share(right, findings)}`);
  for (const [kind, [found, all]] of Object.entries(errors))
    console.log(`${kind} errors found: ${share(found, all)}`);
  console.log(`missed errors at lines of affected callers: ${share(listed, missed)}`);
  console.log(`missed errors by code: ${JSON.stringify(codes)}`);
}
