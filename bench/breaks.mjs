// The broken uses that `changes` finds, against the errors of the TypeScript compiler. From a commit in which
// the parameters of a function changed, or a declaration was removed, one file is applied to the parent
// commit; all callers stay as they were. Only errors in other files that are new by this count, so packages
// need not be installed.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
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

const TEXT_CHARACTERS_MAX = 200;

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
      for (const { code, start, messageText } of file ? program.getSemanticDiagnostics(file) : []) {
        const lineAt = (offset) => file.getLineAndCharacterOfPosition(offset).line + 1;
        const line = lineAt(start);
        found.set(`${path}:${line}:${code}`, {
          path,
          code,
          text: ts.flattenDiagnosticMessageText(messageText, ' ').slice(0, TEXT_CHARACTERS_MAX),
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

/**
 * Measures the breaking commits of a file of keys, or first writes `caseCount` of them into it, because
 * the compiler takes most of the time.
 */
export async function measureBreaks({ root, git, ask, caseCount, keyFile }) {
  if (!existsSync(keyFile)) writeFileSync(keyFile, JSON.stringify(makeKey(root, git, caseCount)));
  const { examined, cases } = JSON.parse(readFileSync(keyFile, 'utf8'));
  const total = { lines: 0, right: 0, possible: 0, uses: 0 };
  const errors = Object.fromEntries(['name', 'count', 'type'].map((kind) => [kind, [0, 0, 0, 0]]));
  for (const { hash, path, fresh } of cases) {
    git('checkout', '--quiet', '--force', `${hash}~1`);
    writeFileSync(join(root, path), `${git('show', `${hash}:${path}`)}\n`);
    const answer = await ask('changes', { max_tokens: 40_000 });
    const found = answer.findings.items.filter((one) => one.path !== path && isSource(one.path));
    count({ hash, found, fresh, root, affected: answer.affected.items }, total, errors);
  }
  report({ examined, cases: cases.length, ...total }, errors);
}

/** Finds commits of which the compiler says that they break something. */
function makeKey(root, git, caseCount) {
  const compiler = new Compiler(root);
  const cases = [];
  let examined = 0;
  const log = ['log', '--no-merges', '--format=%H', '-n', '3000', '--diff-filter=M'];
  for (const hash of git(...log, '--', '*.ts', '*.tsx').split('\n')) {
    if (cases.length >= caseCount || examined >= caseCount * EXAMINED_PER_CASE) break;
    const path = changedDeclaration(git, hash);
    if (path === undefined) continue;
    examined++;
    git('checkout', '--quiet', '--force', `${hash}~1`);
    const file = join(root, path);
    const paths = git('ls-files').split('\n').filter(isSource);
    const old = new Map([[file, readFileSync(file, 'utf8')]]);
    const now = compiler.errors(paths, new Map([[file, `${git('show', `${hash}:${path}`)}\n`]]));
    const others = [...now].filter(([, error]) => error.path !== path);
    const freshBy = (only) => {
      const before = compiler.errors(paths, old, only);
      return others.flatMap(([key, error]) => (before.has(key) ? [] : [error]));
    };
    if (freshBy(new Set(others.map(([, error]) => error.path))).length === 0) continue;
    // Errors depend on the order in which files are checked, so all are checked again.
    const fresh = freshBy();
    if (fresh.length > 0) cases.push({ hash, path, fresh });
  }
  return { examined, cases };
}

const CERTAIN = /^(?:removedStillUsed|argumentsNoLongerFit)$/;

function count({ hash, found, fresh, root, affected }, total, errors) {
  const show = (text) => process.env.SHOW && console.log(`  ${hash.slice(0, 10)} ${text}`);
  const linesOf = (some) => some.flatMap((one) => one.lines.map((line) => ({ ...one, line })));
  const certain = linesOf(found.filter(({ finding }) => CERTAIN.test(finding)));
  const possible = linesOf(found.filter(({ finding }) => finding === 'mayNoLongerFit'));
  const isAt = (lines, error) =>
    lines.some((one) => one.path === error.path && error.lines.includes(one.line));
  for (const one of certain) {
    total.lines++;
    // Where an import fails, the compiler reports no uses of it.
    const isError = fresh.some(
      (error) =>
        error.path === one.path &&
        (error.lines.includes(one.line) || names(root, error, one.symbol)),
    );
    if (isError) total.right++;
    else show(`not an error: ${one.path}:${one.line} ${one.detail}`);
  }
  total.possible += possible.length;
  for (const one of possible)
    if (!fresh.some((error) => error.path === one.path && error.lines.includes(one.line)))
      show(`possible, not an error: ${one.path}:${one.line} ${one.detail}`);
  for (const error of fresh) {
    const counts = errors[errorKind(error)];
    counts[3]++;
    if (isAt(certain, error)) counts[0]++;
    else if (isAt(possible, error)) counts[1]++;
    else {
      const isAffected = isAt(linesOf(affected), error);
      if (isAffected) counts[2]++;
      show(
        `not found${isAffected ? ', but affected' : ''}: ${error.path}:${error.line} TS${error.code} ${error.text}`,
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

function report({ examined, cases, lines, right, possible }, errors) {
  console.log(`${cases} commits that break something, of ${examined} with a changed signature`);
  console.log(
    `lines that certainly break: ${lines}, of which ${right} are errors; lines that may: ${possible}`,
  );
  for (const [kind, [certain, may, affected, all]] of Object.entries(errors))
    console.log(
      `${kind} errors: ${all}, certain ${certain}, possible ${may}, else at affected callers ${affected}`,
    );
}
