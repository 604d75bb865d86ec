/**
 * Writes Go types as text, so that identical types of different files have equal texts. A named type
 * is written as `"package".Name`, where an empty package is the file's own.
 */
import { childOfType, fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { words } from '../../extractors/lowering/words.ts';
import { fieldsOf } from '../../extractors/outline/reading.ts';
import { childrenAt } from '../../extractors/semantic/readers.ts';

const BASIC = words(`
  any bool comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 string
  uint uint8 uint16 uint32 uint64 uintptr
`);

/** Other names of types; those of the standard library are declared as aliases there. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['byte', 'uint8'],
  ['rune', 'int32'],
  ['"os".FileInfo', '"io/fs".FileInfo'],
  ['"os".FileMode', '"io/fs".FileMode'],
  ['"os".DirEntry', '"io/fs".DirEntry'],
  ['"os".PathError', '"io/fs".PathError'],
  ['"golang.org/x/net/context".Context', '"context".Context'],
]);

export interface TypeNames {
  readonly textOf: (node: Syntax) => string;
  /** Import path by the name that the file uses for the package. */
  readonly packages: ReadonlyMap<string, string>;
  /** Names of the type parameters in scope, in order. */
  readonly parameters: readonly string[];
  /** Types of the file that have the name of a basic type. */
  readonly declares: (name: string) => boolean;
}

/** Returns the text of a type. */
export function typeText(node: Syntax | undefined, names: TypeNames): string {
  if (node === undefined) return '';
  const of = (name: string): string => typeText(fieldOf(node, name), names);
  switch (node.type) {
    case 'type_identifier':
      return nameText(names.textOf(node), names);
    case 'qualified_type': {
      const alias = fieldOf(node, 'package');
      const name = fieldOf(node, 'name');
      if (alias === undefined || name === undefined) return '';
      const text = `"${names.packages.get(names.textOf(alias)) ?? '?'}".${names.textOf(name)}`;
      return ALIASES.get(text) ?? text;
    }
    case 'generic_type':
      return `${of('type')}[${childrenAt(node, 'type_arguments').map((one) => typeText(one, names))}]`;
    case 'type_elem':
    case 'parenthesized_type':
      return node.children.map((one) => typeText(one, names)).join('|');
    case 'pointer_type':
      return `*${typeText(node.children[0], names)}`;
    case 'slice_type':
      return `[]${of('element')}`;
    case 'array_type':
      return `[${lengthText(fieldOf(node, 'length'), names)}]${of('element')}`;
    case 'map_type':
      return `map[${of('key')}]${of('value')}`;
    case 'channel_type':
      return `${/^(<-)?\s*chan\s*(<-)?/.exec(names.textOf(node))?.[0].replaceAll(/\s/g, '')} ${of('value')}`;
    case 'function_type':
      return `func${signatureText(node, names)}`;
    case 'struct_type':
      return `struct{${fieldsText(node, names)}}`;
    case 'interface_type':
      return interfaceText(node, names);
    default:
      return plainText(node, names);
  }
}

/** Returns the text of the parameters and results of a function or method. */
export function signatureText(node: Syntax, names: TypeNames): string {
  const result = fieldOf(node, 'result');
  const results =
    result?.type === 'parameter_list' ? listText(result.children, names) : typeText(result, names);
  return `(${listText(childrenAt(node, 'parameters'), names)})(${results})`;
}

function listText(parameters: readonly Syntax[], names: TypeNames): string {
  return parameters
    .flatMap((parameter) => {
      const isRest = parameter.type === 'variadic_parameter_declaration';
      const type = typeText(fieldOf(parameter, 'type'), names);
      const count = Math.max(1, fieldsOf(parameter, 'name').length);
      return Array.from({ length: count }, () => (isRest ? `+${type}` : type));
    })
    .join();
}

function nameText(name: string, { parameters, declares }: TypeNames): string {
  const index = parameters.indexOf(name);
  if (index >= 0) return `$${index}`;
  if (declares(name)) return `"".${name}`;
  return ALIASES.get(name) ?? (BASIC.has(name) ? name : `"".${name}`);
}

function lengthText(node: Syntax | undefined, names: TypeNames): string {
  return node === undefined ? '' : plainText(node, names);
}

/** Text without spaces, in which no part looks like the name of a type. */
function plainText(node: Syntax, { textOf }: TypeNames): string {
  return textOf(node).replaceAll(/\s+/g, '').replaceAll('"', "'");
}

function fieldsText(node: Syntax, names: TypeNames): string {
  const list = childOfType(node, 'field_declaration_list');
  return (list?.children ?? [])
    .map((one) => {
      const type = typeText(fieldOf(one, 'type'), names);
      const fields = fieldsOf(one, 'name').map(names.textOf);
      return (fields.length > 0 ? fields : ['']).map((name) => `${name} ${type}`).join(';');
    })
    .join(';');
}

function interfaceText(node: Syntax, names: TypeNames): string {
  const parts = node.children.map((one) => {
    const name = fieldOf(one, 'name');
    return name === undefined
      ? typeText(one, names)
      : names.textOf(name) + signatureText(one, names);
  });
  return parts.length === 0 ? 'any' : `interface{${parts.sort().join(';')}}`;
}
