/** Small readers that language tables are built from. */
import type { FileDraft } from '../lowering/file-draft.ts';
import { fieldOf, type Syntax } from '../lowering/syntax.ts';
import type { Access, DeclaredName } from './spec.ts';

/** Type arguments and similar lists; names inside them are never the name being read. */
const ARGUMENTS =
  /^(type_arguments?|type_argument_list|template_argument_list|type_parameters?|type_parameter_list|argument_list|arguments|value_arguments|call_suffix|constructor_arguments)$/;

/**
 * Looks up the rule for a node type. Node types such as `constructor` would also match inherited
 * properties of a plain object.
 */
export function ruleFor<Rule>(
  rules: Readonly<Record<string, Rule>> | undefined,
  { type }: Syntax,
): Rule | undefined {
  return rules !== undefined && Object.hasOwn(rules, type) ? rules[type] : undefined;
}

export function fieldsOf(node: Syntax, name: string): readonly Syntax[] {
  const numbers = node.tree.childrenOfField(node.node, name);
  return node.children.filter((child) => numbers.includes(child.node));
}

export function field(name: string): (node: Syntax) => Syntax | undefined {
  return (node) => fieldOf(node, name);
}

/** Returns a reader for the first child of one of the given types. */
export function child(...types: readonly string[]): (node: Syntax) => Syntax | undefined {
  return (node) => node.children.find(({ type }) => types.includes(type));
}

export function firstChild(node: Syntax): Syntax | undefined {
  return node.children[0];
}

/**
 * Returns a reader for names inside children of the given type, at any depth; each name is the
 * child's field or its first child.
 */
export function namesWithin(type: string, nameField?: string): (node: Syntax) => DeclaredName[] {
  return function within(node: Syntax): DeclaredName[] {
    return node.children.flatMap((inner) => {
      if (inner.type !== type) return within(inner);
      const name = nameField === undefined ? inner.children[0] : fieldOf(inner, nameField);
      return name === undefined ? [] : [{ node: name }];
    });
  };
}

/** Returns the last part of a qualified name: `b` for `a.b<T>`. */
export function lastName(node: Syntax): Syntax {
  let name = node;
  for (;;) {
    const inner = name.children.findLast(({ type }) => !ARGUMENTS.test(type));
    if (inner === undefined) return name;
    name = inner;
  }
}

/** Returns the names of the types in a clause, without their type arguments. */
export function typeNames(clause: Syntax, isList = false): readonly Syntax[] {
  if (clause.children.length === 0) return isList ? [] : [clause];
  return clause.children.flatMap((part) => {
    if (ARGUMENTS.test(part.type) || /modifier|specifier$|^annotation|^attribute/.test(part.type)) {
      return /^(delegation|inheritance)_specifier$/.test(part.type) ? typeNames(part) : [];
    }
    const isInner =
      /(_list|_specifiers|^mixins|_types?)$/.test(part.type) && part.children.length > 1;
    return isInner && /list|specifiers|mixins/.test(part.type) ? typeNames(part) : [lastName(part)];
  });
}

/** Returns the content of a string literal, or a path in `<>`. */
export function unquoted(text: string): string {
  return text.replace(/^[a-zA-Z]?(["'`<])(.*)["'`>]$/s, '$2');
}

export function oneImport(
  specifier: (node: Syntax) => Syntax | undefined,
): (node: Syntax, draft: FileDraft) => { specifier: string }[] {
  return (node, draft) => {
    const found = specifier(node);
    return found === undefined ? [] : [{ specifier: unquoted(draft.textOf(found)) }];
  };
}

// --- visibility -----------------------------------------------------------------------------------

const PUBLIC: Access = { visibility: 'public', exported: true };
const INTERNAL: Access = { visibility: 'public', exported: false };
const PROTECTED: Access = { visibility: 'protected', exported: true };
const PRIVATE: Access = { visibility: 'private', exported: false };

/**
 * Reads visibility from modifiers. A declaration without one is visible in its package or
 * everywhere.
 */
export function accessByWords(
  plain: 'public' | 'internal' | 'private',
): (name: string, words: ReadonlySet<string>) => Access {
  const otherwise = { public: PUBLIC, internal: INTERNAL, private: PRIVATE }[plain];
  return (_, words) => {
    if (words.has('private') || words.has('fileprivate')) return PRIVATE;
    if (words.has('protected')) return PROTECTED;
    if (words.has('internal')) return INTERNAL;
    return words.has('public') || words.has('open') ? PUBLIC : otherwise;
  };
}

/**
 * Reads visibility from a single modifier that makes a declaration visible, such as Rust's `pub`.
 */
export function accessByWord(word: string): (name: string, words: ReadonlySet<string>) => Access {
  return (_, words) => (words.has(word) ? PUBLIC : PRIVATE);
}

/** Reads visibility from the name, such as a capital letter in Go. */
export function accessByName(isPublic: RegExp): (name: string) => Access {
  return (name) => (isPublic.test(name) ? PUBLIC : PRIVATE);
}
