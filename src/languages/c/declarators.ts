/** C's declarators. The declared name is nested inside its type, as in `int *(*f)(int)[3]`. */
import type { FileDraft } from '../../extractors/lowering/file-draft.ts';
import { fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { fieldsOf } from '../../extractors/outline/reading.ts';
import type { DeclaredName } from '../../extractors/outline/spec.ts';

/** Returns the names that a declaration's declarators introduce. */
export function declaredNames(node: Syntax, draft: FileDraft): DeclaredName[] {
  return fieldsOf(node, 'declarator').flatMap((declarator) => {
    const name = nameOf(declarator);
    return name === undefined ? [] : [spelled(name, draft)];
  });
}

/** Whether a declarator declares a function rather than a pointer to one. */
export function isFunction(node: Syntax): boolean {
  for (let at = fieldOf(node, 'declarator'); at !== undefined; at = innerOf(at)) {
    if (at.type === 'function_declarator') return innerOf(at)?.type !== 'parenthesized_declarator';
  }
  return false;
}

/** Returns the type that a function is a member of: `Cart` in `shop::Cart::total`. */
export function ownerOf(node: Syntax, draft: FileDraft): string | undefined {
  const scope = scopeOf(node);
  return scope && draft.textOf(scope);
}

/** Returns the scope before the last `::` in a declared name. */
export function scopeOf(node: Syntax): Syntax | undefined {
  const [declarator] = fieldsOf(node, 'declarator');
  let name = declarator && nameOf(declarator);
  let owner: Syntax | undefined;
  while (name?.type === 'qualified_identifier') {
    owner = fieldOf(name, 'scope');
    name = fieldOf(name, 'name');
  }
  return owner?.type === 'template_type' ? fieldOf(owner, 'name') : owner;
}

export function declaredName(declarator: Syntax): Syntax | undefined {
  return nameOf(declarator);
}

function spelled(name: Syntax, draft: FileDraft): DeclaredName {
  let node = name;
  while (node.type === 'qualified_identifier')
    node = fieldOf(node, 'name') ?? node.children[0] ?? node;
  if (node.type === 'template_function') node = fieldOf(node, 'name') ?? node;
  // `operator bool() const` is named `operator bool`.
  const isCast = node.type === 'operator_cast';
  const whole = draft.textOf(node).replace(/\s+/g, ' ');
  const text = isCast ? whole.replace(/ ?\(.*$/, '') : whole;
  return text === draft.textOf(node) ? { node } : { node, text };
}

function nameOf(declarator: Syntax): Syntax | undefined {
  let at: Syntax | undefined = declarator;
  while (at !== undefined && !NAME.test(at.type) && innerOf(at) !== undefined) at = innerOf(at);
  return at !== undefined && NAME.test(at.type) ? at : undefined;
}

const NAME =
  /^(identifier|field_identifier|type_identifier|qualified_identifier|destructor_name|operator_name|operator_cast|template_function)$/;

function innerOf(declarator: Syntax): Syntax | undefined {
  const named = fieldOf(declarator, 'declarator');
  if (named !== undefined) return named;
  // The grammars assign no field to a declarator in parentheses or after a reference.
  return /^(parenthesized_declarator|reference_declarator|attributed_declarator)$/.test(
    declarator.type,
  )
    ? declarator.children.find(({ type }) => /declarator$/.test(type) || NAME.test(type))
    : undefined;
}
