/** Exports of modules, followed through re-exports. */
import { at } from '../base/assert.ts';
import { OP, opAt, operandAt } from '../model/expression.ts';
import type { FileFacts } from '../model/facts.ts';
import {
  bindingDenotations,
  type Denotation,
  exportDenotations,
  operandsFrom,
} from '../resolve/inference/denotation.ts';
import { positionsBy } from './positions.ts';
import { NONE, type Value } from './value.ts';
import type { Values } from './values.ts';

const importsOf = positionsBy((one: FileFacts['imports'][number]) => one.specifier);

export function fromModule(
  values: Values,
  file: number,
  specifier: string,
  name: string,
): readonly Value[] {
  const { imports } = values.program.facts(file);
  const own = importsOf(imports, specifier);
  for (const module of own) {
    const files = values.program.importedFiles(file, module);
    if (files.length === 0) continue;
    const found = exported(values, files, name);
    if (found.length > 0) return found;
  }
  // `from package import module`, and `import package.Class` of Java.
  const inner = `${specifier}${specifier.endsWith('.') ? '' : '.'}${name}`;
  for (const module of importsOf(imports, inner)) {
    const files = values.program.importedFiles(file, module);
    const found = at(imports, module).names.includes(name) ? exported(values, files, name) : NONE;
    if (found.length > 0) return found;
    if (files.length > 0) return [{ form: 'module', files }];
  }
  const member = memberImported(values, file, specifier, name);
  if (member.length > 0) return member;
  if (own.length > 0 && /^\./.test(specifier)) return NONE;
  return [external(specifier, name)];
}

/** Returns a member that is imported by itself: `import static shop.Paths.USERS`. */
function memberImported(
  values: Values,
  file: number,
  specifier: string,
  name: string,
): readonly Value[] {
  const owner = /\.([A-Z]\w*)$/.exec(specifier)?.[1];
  if (owner === undefined) return NONE;
  const { imports } = values.program.facts(file);
  const modules = [specifier, `${specifier}.${name}`].flatMap((one) => importsOf(imports, one));
  return modules.flatMap((module) =>
    exported(values, values.program.importedFiles(file, module), owner).flatMap((one) =>
      values.memberOf(one, name),
    ),
  );
}

/** Returns what a module exports under a name; `*` is the module itself. */
export function exported(values: Values, files: readonly number[], name: string): readonly Value[] {
  if (name === '*') return [{ form: 'module', files }];
  for (const file of files) {
    const found = ownExport(values, file, name);
    if (found.length > 0) return found;
  }
  const found = exportDenotations(values.program, files, name).flatMap((one) =>
    denoted(values, one, name),
  );
  return found.length > 0 || name !== '=' ? found : [{ form: 'module', files }];
}

/** Returns an export that is written as a value: `module.exports = …`, `export default …`. */
function ownExport(values: Values, file: number, name: string): readonly Value[] {
  const own = values.registrations(file);
  if (own === undefined) return NONE;
  const written = (spelled: string): readonly Value[] =>
    own.variables
      .filter((one) => one.scope < 0 && one.name === spelled)
      .flatMap(({ value }) => values.of(file, value));
  if (name === '=' || name === 'default') {
    const whole = written(name);
    const found = whole.length > 0 ? whole : written(name === '=' ? 'default' : '=');
    // `exports.x = …` gives a part of the value only.
    const isInParts = own.variables.some((one) => one.scope < 0 && one.name.startsWith('=.'));
    return found.length > 0 || !isInParts ? found : [{ form: 'module', files: [file] }];
  }
  const single = written(`=.${name}`);
  if (single.length > 0) return single;
  return written('=').flatMap((whole) =>
    whole.form === 'written' ? values.entryValue(whole.file, whole.written, name) : [],
  );
}

export function denoted(values: Values, denotation: Denotation, name: string): readonly Value[] {
  if (denotation.form === 'module') return [{ form: 'module', files: denotation.files }];
  if (denotation.form === 'member') {
    return denoted(values, denotation.whole, '=').flatMap((one) =>
      values.memberOf(one, denotation.name),
    );
  }
  if (denotation.form === 'symbol') return declaredValue(values, denotation.node);
  const { file, expression } = denotation;
  const table = values.program.facts(file).expressions;
  const operand = (): number => operandAt(table, expression, 0);
  switch (opAt(table, expression)) {
    case OP.declaration:
      return declaredValue(values, values.program.nodeOf(file, operand()));
    case OP.binding:
      return boundExport(values, file, operand());
    case OP.firstOf:
      for (const one of operandsFrom(table, expression, 0)) {
        const found = denoted(values, { form: 'expression', file, expression: one }, name);
        if (found.length > 0) return found;
      }
      return NONE;
    case OP.module: {
      const files = values.program.importedFiles(file, operand());
      return files.length > 0 ? [{ form: 'module', files }] : NONE;
    }
    default:
      return ownExport(values, file, name);
  }
}

function boundExport(values: Values, file: number, binding: number): readonly Value[] {
  const key = `binding ${file} ${binding}`;
  if (!values.enter(key)) return NONE;
  const { module, name } = at(values.program.facts(file).bindings, binding);
  const files = values.program.importedFiles(file, module);
  const found =
    files.length > 0
      ? exported(values, files, name)
      : bindingDenotations(values.program, file, binding).flatMap((one) =>
          denoted(values, one, name),
        );
  values.leave(key);
  if (found.length > 0 || files.length > 0) return found;
  const { specifier } = at(values.program.facts(file).imports, module);
  return [external(specifier, name)];
}

/** Returns the value of a declaration: a variable's value, a function, or the symbol itself. */
export function declaredValue(values: Values, node: number): readonly Value[] {
  const file = values.program.fileOf(node);
  const declaration = values.program.declaration(node);
  const own = values.registrations(file);
  if (own === undefined) return [{ form: 'symbol', node }];
  const { name, start, end } = declaration;
  if (declaration.parent < 0) {
    const variables = own.variables.filter((one) => one.scope < 0 && one.name === name);
    const found = values.variableValue(file, variables, undefined);
    if (found.length > 0) return found;
  }
  const index = own.functions.findIndex(
    (one) => one.name === name && one.start >= start && one.start < end,
  );
  if (index >= 0 && declaration.kind !== 'class') return [{ form: 'function', file, index }];
  return [{ form: 'symbol', node }];
}

/** Returns the declaration of a symbol or a function; undefined for one without a name. */
export function declarationOf(values: Values, value: Value): number | undefined {
  if (value.form === 'symbol') return value.node;
  if (value.form !== 'function') return undefined;
  const { name = '', start = 0 } = values.registrations(value.file)?.functions[value.index] ?? {};
  return values.declarationAt(value.file, name, start);
}

/** Names something of another package. The major version of a Go module is no part of its name. */
function external(specifier: string, name: string): Value {
  const module = specifier.replace(/\/v\d+$/, '');
  const isWhole = name === '*' || name === '=' || name === 'default';
  return { form: 'external', path: isWhole ? module : `${module}.${name}` };
}
