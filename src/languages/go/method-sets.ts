/** Reads what the types of a Go file declare and embed, by which they satisfy interfaces. */
import {
  childOfType,
  childrenOfType,
  fieldOf,
  type Syntax,
} from '../../extractors/lowering/syntax.ts';
import { fieldsOf, unquoted } from '../../extractors/outline/reading.ts';
import type { Lowering } from '../../extractors/semantic/lowering.ts';
import { childrenAt } from '../../extractors/semantic/readers.ts';
import type { MethodFact, MethodSetFacts, MethodSetType } from '../../model/method-sets.ts';
import { packageName } from './imports.ts';
import { standardType } from './standard-types.ts';
import { signatureText, type TypeNames, typeText } from './type-text.ts';

export function goMethodSets(root: Syntax, { draft }: Lowering): MethodSetFacts | undefined {
  const names = namesOf(root, (node) => draft.textOf(node));
  const declared: MethodSetType[] = [];
  const methods: MethodFact[] = [];
  for (const node of root.children) {
    if (node.type === 'method_declaration') addMethod(node, names, methods);
    if (node.type !== 'type_declaration') continue;
    for (const spec of node.children) addType(spec, names, declared, methods);
  }
  const owners = new Set(methods.map(({ owner }) => owner));
  const types = declared.filter(
    ({ name, form, parts }) => form !== 'struct' || parts.length > 0 || !owners.has(name),
  );
  if (types.length + methods.length === 0) return undefined;
  addStandard(types, methods);
  const clause = childOfType(root, 'package_clause')?.children[0];
  return { package: clause === undefined ? '' : draft.textOf(clause), types, methods };
}

function namesOf(root: Syntax, textOf: TypeNames['textOf']): TypeNames {
  const packages = new Map<string, string>();
  const declared = new Set<string>();
  for (const node of root.children) {
    if (node.type === 'type_declaration')
      for (const name of node.children.flatMap((spec) => fieldsOf(spec, 'name')))
        declared.add(textOf(name));
    if (node.type !== 'import_declaration') continue;
    for (const spec of node.children.flatMap((one) =>
      one.type === 'import_spec_list' ? one.children : [one],
    )) {
      const path = fieldOf(spec, 'path');
      if (path === undefined) continue;
      const specifier = unquoted(textOf(path));
      const alias = fieldOf(spec, 'name');
      packages.set(alias === undefined ? packageName(specifier) : textOf(alias), specifier);
    }
  }
  return { textOf, packages, parameters: [], declares: (name) => declared.has(name) };
}

function addMethod(node: Syntax, names: TypeNames, methods: MethodFact[]): void {
  const receiver = childrenAt(node, 'receiver')[0];
  const name = fieldOf(node, 'name');
  const type = receiver && fieldOf(receiver, 'type');
  if (type === undefined || name === undefined) return;
  const named = type.type === 'pointer_type' ? type.children[0] : type;
  const args = named?.type === 'generic_type' ? childrenAt(named, 'type_arguments') : [];
  const parameters = args.map(names.textOf);
  methods.push({
    owner: withoutArguments(typeText(named, { ...names, parameters: [] })),
    name: names.textOf(name),
    type: signatureText(node, { ...names, parameters }),
  });
}

function addType(
  spec: Syntax,
  outer: TypeNames,
  types: MethodSetType[],
  methods: MethodFact[],
): void {
  const name = fieldOf(spec, 'name');
  const type = fieldOf(spec, 'type');
  if (name === undefined || type === undefined) return;
  const parameters = childrenAt(spec, 'type_parameters').flatMap((one) =>
    fieldsOf(one, 'name').map(outer.textOf),
  );
  const names = { ...outer, parameters };
  const self = `"".${names.textOf(name)}`;
  if (spec.type === 'type_alias') {
    types.push({ name: self, form: 'alias', parts: [typeText(type, names)], fields: [] });
  } else if (type.type === 'interface_type') {
    for (const method of childrenOfType(type, 'method_elem')) {
      const own = fieldOf(method, 'name');
      if (own === undefined) continue;
      methods.push({ owner: self, name: names.textOf(own), type: signatureText(method, names) });
    }
    const parts = childrenOfType(type, 'type_elem');
    const isConstraint = parts.some(
      ({ children }) =>
        children.length !== 1 ||
        !/^(type_identifier|qualified_type|generic_type)$/.test(children[0]?.type ?? ''),
    );
    types.push({
      name: self,
      form: isConstraint ? 'constraint' : 'interface',
      parts: parts.map((part) => withoutArguments(typeText(part, names))),
      fields: [],
    });
  } else if (type.type === 'struct_type') {
    // A plain struct may have its methods in other files.
    const struct = structOf(type, names);
    const plain = { parts: [], fields: [] };
    types.push({ name: self, form: 'struct', ...(struct.parts.length > 0 ? struct : plain) });
  } else if (/^(type_identifier|qualified_type|generic_type)$/.test(type.type)) {
    const part = withoutArguments(typeText(type, names));
    types.push({ name: self, form: 'defined', parts: [part], fields: [] });
  }
}

/** Returns the embedded types of a struct and the names of its fields. */
function structOf(type: Syntax, names: TypeNames): Pick<MethodSetType, 'parts' | 'fields'> {
  const fields = childOfType(type, 'field_declaration_list')?.children ?? [];
  const parts = fields.flatMap((one) => {
    const embedded = fieldsOf(one, 'name').length === 0 ? fieldOf(one, 'type') : undefined;
    return embedded === undefined
      ? []
      : [withoutArguments(typeText(embedded, names).replace(/^\*/, ''))];
  });
  const named = fields.flatMap((one) => fieldsOf(one, 'name').map(names.textOf));
  const promoting = parts.map((part) => part.slice(part.lastIndexOf('.') + 1));
  return { parts, fields: [...named, ...promoting] };
}

function withoutArguments(type: string): string {
  const open = type.indexOf('[');
  return open > 0 ? type.slice(0, open) : type;
}

/** Adds the well-known types of the standard library that the file embeds. */
function addStandard(types: MethodSetType[], methods: MethodFact[]): void {
  const embedded = new Set(types.flatMap(({ parts }) => parts));
  for (const name of embedded) {
    const known = standardType(name);
    if (known === undefined) continue;
    types.push({ name, form: known.form, parts: [], fields: [] });
    for (const [method, type] of known.methods) methods.push({ owner: name, name: method, type });
  }
}
