/**
 * Table-driven extraction with full support. The structure walk adds declarations; then locals,
 * imports, shapes and references are resolved with all names of the file known.
 */
import { appendTo } from '../../base/append-to.ts';
import { OP } from '../../model/expression.ts';
import { type FileFacts, NO_EXPRESSION, SCOPED_INTERFACES } from '../../model/facts.ts';
import type { RepoPath } from '../../model/path.ts';
import { modifierBits } from '../../model/symbol.ts';
import { finishFacts } from '../lowering/finish.ts';
import type { Syntax } from '../lowering/syntax.ts';
import type { StructureDraft } from '../outline/draft.ts';
import { structureDraft } from '../outline/extract.ts';
import { headerDoc } from '../outline/header.ts';
import { ruleFor } from '../outline/reading.ts';
import type { ParsedTree } from '../parsed-tree.ts';
import type { Range } from '../preprocessor/left-out.ts';
import { addMentions } from './doc-mentions.ts';
import { addAnonymousBases, addConformances, addTypedHeritage } from './heritage.ts';
import { Lowering } from './lowering.ts';
import { afterSeparator } from './names.ts';
import { addReferences } from './references.ts';
import type { TypedImport, TypedSpec } from './spec.ts';

export function extractTyped(
  spec: TypedSpec,
  language: string,
  parsed: ParsedTree,
  text: string,
  path: RepoPath,
): FileFacts {
  const { draft, tree } = structureDraft(spec, parsed, text);
  giveWay(draft, spec.leftOut?.(text) ?? []);
  const lowering = new Lowering(draft, spec);
  const packages = spec.packages?.(tree.root, lowering) ?? [];
  for (const specifier of spec.implicitModules?.(packages) ?? []) {
    draft.imports.push({ specifier, form: 'implicit', names: ['*'], line: 1 });
  }
  collect(lowering, tree.root, tree.root);
  addTypeParameters(lowering);
  addTypedHeritage(lowering);
  addConformances(lowering, tree.root);
  addAnonymousBases(lowering, tree.root);
  addShapes(lowering);
  addCompanions(lowering);
  addReferences(lowering, tree.root);
  if (spec.exports === undefined) exportFileLevel(lowering);
  else spec.exports(tree.root, lowering);
  const doc = headerDoc(draft, tree.root);
  addMentions(lowering, tree.root, doc);
  const methodSets = spec.methodSets?.(tree.root, lowering);
  const facts = finishFacts(draft, { path, language, doc, packages });
  return methodSets === undefined ? facts : { ...facts, methodSets };
}

/**
 * Among declarations of one name, hides those in code that is certainly not compiled, if others
 * remain.
 */
function giveWay(draft: StructureDraft, leftOut: readonly Range[]): void {
  if (leftOut.length === 0) return;
  const named = new Map<string, number[]>();
  draft.declarations.forEach(({ name, parent }, index) => {
    appendTo(named, `${parent} ${name}`, index);
  });
  for (const group of named.values()) {
    if (group.length < 2) continue;
    const away = group.filter((index) => isWithin(draft.declarations[index]?.start ?? 0, leftOut));
    if (away.length < group.length) for (const index of away) draft.cases.add(index);
  }
}

function isWithin(offset: number, ranges: readonly Range[]): boolean {
  return ranges.some(({ start, end }) => start <= offset && offset < end);
}

/** Collects locals and imports before any name is looked up. */
function collect(lowering: Lowering, node: Syntax, scope: Syntax): void {
  const { spec } = lowering;
  const inner = spec.scopes.has(node.type) ? node : scope;
  for (const local of ruleFor(spec.locals, node)?.(node, lowering) ?? []) {
    // A parameter belongs to the node that owns its list, a variable to the enclosing block.
    lowering.addLocal(local.scope ?? inner, local);
  }
  for (const one of ruleFor(spec.typedImports, node)?.(node, lowering) ?? []) {
    addImport(lowering, one, node, scope);
  }
  for (const child of node.children) collect(lowering, child, inner);
}

function addImport(lowering: Lowering, one: TypedImport, node: Syntax, scope: Syntax): void {
  const { draft } = lowering;
  const module = draft.imports.length;
  const { specifier, form, names, bindings, bound, passedOn, announces } = one;
  const line = draft.lineOf(node.start);
  draft.imports.push({ specifier, form, names: [...names], line });
  for (const { local, expression } of bound ?? []) {
    lowering.addBound(scope, local, expression);
    const isOpen = scope.parent === undefined && local !== '*' && local !== '_';
    if (isOpen) draft.exports.push({ form: 'local', name: local, expression });
    const around = lowering.spec.closedNamespaces === true ? namespaceOf(draft, scope) : undefined;
    if (around !== undefined && local !== '_')
      draft.exports.push({ form: 'local', name: `${around}::${local}`, expression });
  }
  if (announces !== undefined)
    draft.exports.push({ form: 'from', name: announces, module, source: announces });
  if (passedOn !== undefined) {
    draft.exports.push({ form: 'all', module: draft.imports.length });
    draft.imports.push({ specifier: passedOn, form: 'path', names: ['*'], line });
  }
  for (const { local, name, path } of bindings ?? []) {
    const binding = draft.table.add(OP.binding, draft.bindings.length);
    draft.bindings.push({ module, name });
    const members = path ?? [];
    const follow = (names: readonly string[]): number =>
      names.reduce((object, member) => draft.member(object, member), binding);
    lowering.addImported(local, follow(members));
    const last = members.at(-1);
    if (lowering.spec.separateMethods !== undefined && last !== undefined) {
      lowering.addImported(`${local}()`, follow([...members.slice(0, -1), `${last}()`]));
    }
  }
}

/** Returns the path of a namespace that is open to other files; undefined for other scopes. */
function namespaceOf(draft: StructureDraft, scope: Syntax): string | undefined {
  const [declaration = -1] = draft.declared.get(scope) ?? [];
  const names: string[] = [];
  for (let at = declaration; at >= 0; at = draft.declarations[at]?.parent ?? -1) {
    if (draft.kindOf(at) !== 'namespace') return undefined;
    names.unshift(draft.declarations[at]?.name ?? '');
  }
  return names.length === 0 ? undefined : names.join('::');
}

function addTypeParameters(lowering: Lowering): void {
  const { draft, spec } = lowering;
  if (spec.typeParameters === undefined) return;
  // Names first, because bounds may mention the parameters.
  for (const pass of ['names', 'bounds'] as const) {
    for (const [node, declared] of draft.declared) {
      const parameters = spec.typeParameters(node, lowering);
      if (parameters.length === 0) continue;
      for (const index of declared) {
        const shape = draft.shapes[index];
        if (shape === undefined) continue;
        shape.typeParameters =
          pass === 'bounds'
            ? parameters
            : parameters.map(({ name }) => ({
                name,
                constraint: NO_EXPRESSION,
                default: NO_EXPRESSION,
              }));
      }
    }
  }
}

const CALLABLE = /^(function|method|constructor)$/;

function addShapes(lowering: Lowering): void {
  const { draft, spec } = lowering;
  for (const [node, declared] of draft.declared) {
    const rule = ruleFor(spec.shapes, node);
    if (rule === undefined) continue;
    for (const [index, declaration] of declared.entries()) {
      const shape = draft.shapes[declaration];
      if (shape === undefined) continue;
      const { type, value, returns, parameters, receiver, isExtension, isStatic } = rule(
        node,
        lowering,
        index,
      );
      shape.callable = CALLABLE.test(draft.kindOf(declaration) ?? '');
      if (type !== undefined) shape.type = draft.orNone(type);
      if (value !== undefined) shape.value = draft.orNone(value);
      if (returns !== undefined) shape.returns = draft.orNone(returns);
      if (parameters !== undefined) shape.parameters = parameters;
      const drafted = draft.declarations[declaration];
      if (isStatic === true && drafted !== undefined) drafted.modifiers |= STATIC;
      const isElsewhere = isExtension === true || draft.declarations[declaration]?.parent === -1;
      if (receiver !== undefined && isElsewhere) shape.receiver = draft.orNone(receiver);
    }
  }
}

const STATIC = modifierBits(['static']);

/** Makes the members of a companion accessible through the enclosing type. */
function addCompanions({ draft, companions }: Lowering): void {
  for (const [type, inside] of companions) {
    draft.declarations.forEach((declaration, index) => {
      const shape = draft.shapes[index];
      if (!inside.includes(declaration.parent) || shape === undefined) return;
      // An extension in a companion belongs to its receiver.
      if (shape.receiver !== NO_EXPRESSION) return;
      shape.receiver = draft.table.add(OP.named, draft.table.add(OP.declaration, type));
      declaration.modifiers |= STATIC;
    });
  }
}

function exportExtensions(draft: StructureDraft, { extensionMarker }: TypedSpec): void {
  if (extensionMarker === undefined) return;
  draft.declarations.forEach(({ name, kind }, index) => {
    if (kind !== 'method' || draft.shapes[index]?.receiver === NO_EXPRESSION) return;
    const expression = draft.table.add(OP.declaration, index);
    draft.exports.push({ form: 'local', name: extensionMarker + name, expression });
  });
}

/**
 * Exports the declarations at file level and in namespaces there; other files can name only these.
 */
function exportFileLevel(lowering: Lowering): void {
  const { draft, spec, companions } = lowering;
  const beside = new Set([...companions.values()].flat());
  const scoped = spec.scopedInterfaces?.(lowering) ?? draft.unknown;
  if (scoped !== draft.unknown)
    draft.exports.push({ form: 'local', name: SCOPED_INTERFACES, expression: scoped });
  exportExtensions(draft, spec);
  draft.declarations.forEach(({ name, parent, kind }, index) => {
    const isMember = draft.attached.has(index);
    const isOpen =
      parent < 0 || (spec.closedNamespaces !== true && draft.kindOf(parent) === 'namespace');
    if (!isOpen || isMember || beside.has(index) || draft.cases.has(index)) return;
    const expression = draft.table.add(OP.declaration, index);
    if (parent >= 0 || kind !== 'namespace' || !/[.\\]|::/.test(name)) {
      draft.exports.push({ form: 'local', name, expression });
    }
    const around = draft.declarations[parent];
    if (spec.namespaceSeparator === undefined || around === undefined) return;
    const inside =
      afterSeparator(around.name, spec.namespaceSeparator) + spec.namespaceSeparator + name;
    draft.exports.push({ form: 'local', name: inside, expression });
  });
}
