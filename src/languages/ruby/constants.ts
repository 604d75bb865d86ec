/** Resolves Ruby's constants, given the modules around a name. */

import { fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { words } from '../../extractors/lowering/words.ts';
import type { Lowering } from '../../extractors/semantic/lowering.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';

/** Prefix of a specifier that names a constant rather than a file. */
const CONSTANT_MARK = '::';

const MODULES = /^(class|module)$/;

/** Returns the full names of the modules around a node, innermost first. */
export function nestingOf(node: Syntax | undefined, lowering: Lowering): readonly string[] {
  const own: string[] = [];
  for (let at = node; at !== undefined; at = at.parent) {
    if (!MODULES.test(at.type)) continue;
    const name = fieldOf(at, 'name');
    if (name !== undefined) own.push(lowering.draft.textOf(name).replace(/\s+/g, ''));
  }
  return own.map((name, index) => {
    const outer = own.slice(index + 1).reverse();
    return name.startsWith('::') ? name.slice(2) : [...outer, name].join('::');
  });
}

/** Returns the full name of an assigned constant, a class or a module. */
export function fullNameOf(node: Syntax, lowering: Lowering): string {
  const [inner = '', outer] = nestingOf(node, lowering);
  if (node.type !== 'assignment') return inner;
  const left = fieldOf(node, 'left');
  const name = left === undefined ? '' : lowering.draft.textOf(left);
  const around = MODULES.test(node.type) ? outer : inner;
  return around === undefined || around === '' ? name : `${around}::${name}`;
}

const BINDINGS = new WeakMap<Lowering, Map<string, ExpressionId>>();

/** Returns a binding for a constant by its full name, wherever it is declared. */
export function constantNamed(fullName: string, lowering: Lowering): ExpressionId {
  const known = BINDINGS.get(lowering) ?? new Map<string, ExpressionId>();
  BINDINGS.set(lowering, known);
  const found = known.get(fullName);
  if (found !== undefined) return found;
  const { draft } = lowering;
  const module = draft.imports.length;
  draft.imports.push({
    specifier: `${CONSTANT_MARK}${fullName}`,
    form: 'path',
    names: [],
    line: 1,
  });
  const binding = draft.table.add(OP.binding, draft.bindings.length);
  draft.bindings.push({ module, name: fullName });
  known.set(fullName, binding);
  return binding;
}

/**
 * Constants of the language and its standard library. Project files that reopen them are ignored.
 */
const GIVEN = words(`
  Array BasicObject Class Comparable Complex Dir ENV Encoding Enumerable Enumerator Exception
  FalseClass File FileUtils Float Hash IO IOError Integer JSON Kernel KeyError LoadError Logger
  Marshal Mutex NameError NilClass NoMethodError NotImplementedError Numeric ObjectSpace Object
  OpenStruct Pathname Proc Process Random Range Rational Regexp RUBY_VERSION RuntimeError Set
  StandardError StopIteration String StringIO Struct Symbol SyntaxError Thread Time TrueClass
  TypeError URI YAML ArgumentError Date DateTime Digest ERB
`);

/** Resolves a constant's name in the modules around it, from inside outwards. */
export function constant(node: Syntax, lowering: Lowering): ExpressionId {
  const text = lowering.draft.textOf(node).replace(/\s+/g, '');
  if (!/^(::)?\p{Lu}[\p{L}\p{N}_]*(::\p{Lu}[\p{L}\p{N}_]*)*$/u.test(text)) {
    return lowering.draft.unknown;
  }
  if (text.startsWith('::')) return constantNamed(text.slice(2), lowering);
  if (GIVEN.has(text.split('::')[0] ?? '')) return lowering.draft.unknown;
  const around = nestingOf(placeOf(node), lowering);
  const names = [...around.map((module) => `${module}::${text}`), text];
  const found = names.map((name) => constantNamed(name, lowering));
  return found.length === 1
    ? (found[0] ?? lowering.draft.unknown)
    : lowering.draft.table.add(OP.firstOf, ...found);
}

/**
 * Returns the node at which a name is looked up. A class's name and base are looked up outside of
 * the class.
 */
function placeOf(node: Syntax): Syntax {
  for (let at: Syntax | undefined = node; at?.parent !== undefined; at = at.parent) {
    if (!MODULES.test(at.parent.type)) continue;
    const isHead = at.type === 'superclass' || fieldOf(at.parent, 'name') === at;
    return isHead ? (at.parent.parent ?? at.parent) : node;
  }
  return node;
}
