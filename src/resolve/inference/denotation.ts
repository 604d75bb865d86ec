/**
 * Resolves imported and exported names to their denotations. Follows re-exports and tolerates
 * cycles.
 */
import { at } from '../../base/assert.ts';
import { getOrCompute } from '../../base/memoize.ts';
import { languageById } from '../../languages/registry.ts';
import { arityAt, OP, opAt, operandAt } from '../../model/expression.ts';
import { type ExpressionId, isAmbient } from '../../model/facts.ts';
import { Exporters } from '../exporters.ts';
import type { Program } from '../program.ts';

export type Denotation =
  | { readonly form: 'expression'; readonly file: number; readonly expression: ExpressionId }
  | { readonly form: 'module'; readonly files: readonly number[] }
  /** A declaration that is found without a file of the project. */
  | { readonly form: 'symbol'; readonly node: number }
  /** A member of the single value that a CommonJS module exports. */
  | { readonly form: 'member'; readonly whole: Denotation; readonly name: string };

/**
 * Returns the denotations of an import binding. Empty when its module is outside of the project and
 * not known.
 */
export function bindingDenotations(
  program: Program,
  file: number,
  binding: number,
): readonly Denotation[] {
  const { module, name } = at(program.facts(file).bindings, binding);
  return importedDenotations(program, file, module, name);
}

/** Returns the denotations of a name of an imported module; see {@link exportDenotations}. */
export function importedDenotations(
  program: Program,
  file: number,
  module: number,
  name: string,
): readonly Denotation[] {
  const files = program.importedFiles(file, module);
  return files.length === 0
    ? declaredDenotations(program, file, module, name)
    : exportDenotations(program, files, name, file);
}

/** Returns the denotations of a name of a module that is declared by name. */
function declaredDenotations(
  program: Program,
  file: number,
  module: number,
  name: string,
): readonly Denotation[] {
  const { globals } = program;
  return globals
    .exportOf(globals.modulesOf(file, module), name)
    .map((node) => ({ form: 'symbol', node }));
}

/**
 * Returns the denotations of a name that a module exports. `*` is the module itself, `=` the result
 * of `require`. Several denotations are a value and a type of one name, or overloads. `reader` is
 * the file that looks up the name.
 */
export function exportDenotations(
  program: Program,
  files: readonly number[],
  name: string,
  reader?: number,
): readonly Denotation[] {
  const [file] = files;
  if (file === undefined) return [];
  if (name === '*') return [{ form: 'module', files }];
  if (name === '=') return [wholeExport(program, file) ?? { form: 'module', files }];
  const found = exportersOf(program, files, name, reader).flatMap((one) =>
    exportsOf(program, one, name),
  );
  return found.length > 0 ? found : partOfWhole(program, files, name);
}

/**
 * Returns the denotations of an unbound name of a file in its first ambient module that exports the
 * name.
 */
export function ambientDenotations(
  program: Program,
  file: number,
  name: string,
): readonly Denotation[] {
  if (program.hasTextualImports(file)) return includedDenotations(program, file, name);
  for (const [module, fact] of program.facts(file).imports.entries()) {
    if (!isAmbient(fact)) continue;
    const exporters = exportersOf(program, program.importedFiles(file, module), name, file);
    const found = exporters.flatMap((one) =>
      isHidden(program, one, name) ? [] : exportsOf(program, one, name),
    );
    if (found.length > 0) return found;
  }
  return [];
}

/** Whether `import *` leaves out a name that a file exports. */
function isHidden(program: Program, file: number, name: string): boolean {
  const rows = program.exports(file).byName.get(name) ?? [];
  return rows.length > 0 && rows.every((row) => row.form === 'local' && row.isHidden === true);
}

/** With fewer files, each file is checked without an index. */
const INDEXED_FILES_MIN = 16;

/** Caches by program and a module's list of files, which later programs may share. */
const EXPORTERS = new WeakMap<Program, Map<readonly number[], Exporters>>();

/**
 * Returns the files of a module that may export a name: few, even in a namespace of a thousand
 * files.
 */
export function exportersOf(
  program: Program,
  files: readonly number[],
  name: string,
  reader: number | undefined,
): readonly number[] {
  if (files.length < INDEXED_FILES_MIN) return files;
  const byFiles = getOrCompute(EXPORTERS, program, () => new Map<readonly number[], Exporters>());
  const exporters = getOrCompute(byFiles, files, () => new Exporters(program, files));
  return exporters.of(name, reader);
}

/**
 * Returns the denotations of a name in the first included file that declares it, in inclusion
 * order. A name that is only announced is looked up in the file that its announcement leads to.
 */
function includedDenotations(program: Program, file: number, name: string): readonly Denotation[] {
  const having = program.includes.having(file, name);
  for (const one of having) {
    const found = program
      .facts(one)
      .exports.flatMap((row): Denotation[] =>
        row.form === 'local' && row.name === name
          ? [{ form: 'expression', file: one, expression: row.expression }]
          : [],
      );
    if (found.length > 0) return found;
  }
  for (const one of [file, ...having]) {
    for (const row of program.exports(one).byName.get(name) ?? []) {
      if (row.form !== 'from') continue;
      const found = reexported(program, one, row.module, row.source, new Set());
      if (found.length > 0) return found;
    }
  }
  return [];
}

/**
 * Returns the denotation of a name that a CommonJS module exports as a property of its single
 * export. Its default is the module if it only sets properties: `exports.run = …`.
 */
function partOfWhole(
  program: Program,
  files: readonly number[],
  name: string,
): readonly Denotation[] {
  const whole = files[0] === undefined ? undefined : wholeExport(program, files[0]);
  const isDefault = files[0] !== undefined && isDefaultExport(program, files[0], name);
  if (whole === undefined) return isDefault ? [{ form: 'module', files }] : [];
  return isDefault ? [whole] : [{ form: 'member', whole, name }];
}

/** Whether a name is that of the default export. In other languages, `default` is a name like any. */
function isDefaultExport(program: Program, file: number, name: string): boolean {
  return name === 'default' && languageById(program.facts(file).language)?.defaultExports === true;
}

/** Returns the denotation of `module.exports = …` or `export = …`. */
function wholeExport(program: Program, file: number): Denotation | undefined {
  const rows = program.exports(file).byName.get('=') ?? [];
  const row = rows.find((fact) => fact.form === 'local');
  return row?.form === 'local'
    ? { form: 'expression', file, expression: row.expression }
    : undefined;
}

/** Caches the denotations of each name, by program and file. */
const FOUND = new WeakMap<Program, Map<string, readonly Denotation[]>[]>();

/**
 * Returns the denotations of a name that a file exports. Cached because each importer of a file
 * with a hundred `export *` looks up the same names, and each lookup visits the hundred modules.
 */
function exportsOf(program: Program, file: number, name: string): readonly Denotation[] {
  const byFile = FOUND.get(program) ?? [];
  FOUND.set(program, byFile);
  byFile[file] ??= new Map();
  const known = byFile[file].get(name);
  if (known !== undefined) return known;
  const found = namedExports(program, file, name, new Set());
  byFile[file].set(name, found);
  return found;
}

function namedExports(
  program: Program,
  file: number,
  name: string,
  visited: Set<string>,
): readonly Denotation[] {
  const key = `${file} ${name}`;
  if (visited.has(key)) return [];
  visited.add(key);
  const found: Denotation[] = [];
  for (const row of program.exports(file).byName.get(name) ?? []) {
    if (row.form === 'local') found.push({ form: 'expression', file, expression: row.expression });
    else found.push(...reexported(program, file, row.module, row.source, visited));
  }
  return found.length > 0 || isDefaultExport(program, file, name)
    ? found
    : starExports(program, file, name, visited);
}

/**
 * Returns the denotations of a name from `export *`. If two modules export different things under
 * the name, the later one has it where imports are statements that run, as in Python; elsewhere
 * none has.
 */
function starExports(
  program: Program,
  file: number,
  name: string,
  visited: Set<string>,
): readonly Denotation[] {
  let found: readonly Denotation[] = [];
  const isOrdered = languageById(program.facts(file).language)?.importsRunInOrder === true;
  for (const module of program.exports(file).starModules) {
    const files = program.importedFiles(file, module);
    const through =
      files.length === 0
        ? declaredDenotations(program, file, module, name)
        : files.flatMap((target) =>
            isHidden(program, target, name) ? [] : namedExports(program, target, name, visited),
          );
    if (through.length === 0) continue;
    const isOther = found.length > 0 && identity(program, found) !== identity(program, through);
    if (isOther && !isOrdered) return [];
    found = through;
  }
  return found;
}

/** Maximum number of imports that an export is followed through. Also ends cycles. */
const IMPORTS_PASSED_MAX = 32;

/**
 * Returns a key that is equal for denotations of the same things, regardless of the imports in
 * between.
 */
function identity(program: Program, denotations: readonly Denotation[]): string {
  const keys = denotations.map((denotation) => {
    let origin = denotation;
    for (let passed = 0; passed < IMPORTS_PASSED_MAX; passed++) {
      const next = importedOrigin(program, origin);
      if (next === undefined) break;
      origin = next;
    }
    if (origin.form === 'expression') return `${origin.file} ${origin.expression}`;
    if (origin.form === 'symbol') return String(origin.node);
    return origin.form === 'module'
      ? origin.files.join()
      : identity(program, [origin.whole]) + origin.name;
  });
  return keys.sort().join('\n');
}

/** Returns the target of an exported import if it is unambiguous. */
function importedOrigin(program: Program, denotation: Denotation): Denotation | undefined {
  if (denotation.form !== 'expression') return undefined;
  const table = program.facts(denotation.file).expressions;
  if (opAt(table, denotation.expression) !== OP.binding) return undefined;
  const binding = operandAt(table, denotation.expression, 0);
  const origins = bindingDenotations(program, denotation.file, binding);
  return origins.length === 1 ? origins[0] : undefined;
}

/**
 * Returns the exports of a CommonJS module beside its single function or class, which becomes their
 * owner: `module.exports = create; exports.helper = …` makes `create.helper`.
 */
export function exportsBesideWhole(
  program: Program,
  node: number,
  name: string,
): readonly Denotation[] {
  const file = program.fileOf(node);
  const whole = wholeExport(program, file);
  if (whole?.form !== 'expression') return [];
  const table = program.facts(file).expressions;
  if (opAt(table, whole.expression) !== OP.declaration) return [];
  if (operandAt(table, whole.expression, 0) !== program.indexOf(node)) return [];
  return exportsOf(program, file, name);
}

/**
 * Returns the denotations of a name that a namespace imports and passes on, by itself or with all
 * names of something: `mod prelude { pub use crate::Item; }`.
 */
export function namespaceDenotations(
  program: Program,
  node: number,
  name: string,
): readonly Denotation[] {
  const file = program.fileOf(node);
  const path = program.pathOf(node);
  const named = exportsOf(program, file, `${path}::${name}`);
  if (named.length > 0) return named;
  return (program.exports(file).byName.get(`${path}::*`) ?? []).flatMap((row): Denotation[] =>
    row.form === 'local'
      ? [{ form: 'member', whole: { form: 'expression', file, expression: row.expression }, name }]
      : [],
  );
}

function reexported(
  program: Program,
  file: number,
  module: number,
  source: string,
  visited: Set<string>,
): readonly Denotation[] {
  const targets = program.importedFiles(file, module);
  const [first] = targets;
  if (first === undefined) return declaredDenotations(program, file, module, source);
  if (source === '*') return [{ form: 'module', files: targets }];
  const named = targets.flatMap((target) => namedExports(program, target, source, visited));
  return named.length > 0 ? named : partOfWhole(program, targets, source);
}

/** Returns all operands of an expression from one position on. */
export function operandsFrom(
  table: Int32Array,
  expression: ExpressionId,
  first: number,
): readonly number[] {
  const operands: number[] = [];
  for (let index = first; index < arityAt(table, expression); index++) {
    operands.push(operandAt(table, expression, index));
  }
  return operands;
}
