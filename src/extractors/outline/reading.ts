/** Small readers that tables of languages are made of. */
import type { FileDraft } from '../lowering/file-draft.ts';
import { fieldOf, type Syntax } from '../lowering/syntax.ts';
import type { Access, DeclaredName } from './spec.ts';

/** Type arguments and the like: names in them are not the name that is looked for. */
const ARGUMENTS =
  /^(type_arguments?|type_argument_list|template_argument_list|type_parameters?|type_parameter_list|argument_list|arguments|value_arguments|call_suffix|constructor_arguments)$/;

/** Node types are words that plain objects may have of their own: `constructor`. */
export function ruleFor<Rule>(
  rules: Readonly<Record<string, Rule>> | undefined,
  { type }: Syntax,
): Rule | undefined {
  return rules !== undefined && Object.hasOwn(rules, type) ? rules[type] : undefined;
}

/** All children that the grammar calls by one field name. */
export function fieldsOf(node: Syntax, name: string): readonly Syntax[] {
  const numbers = node.tree.childrenOfField(node.node, name);
  return node.children.filter((child) => numbers.includes(child.node));
}

export function field(name: string): (node: Syntax) => Syntax | undefined {
  return (node) => fieldOf(node, name);
}

/** The first child of one of some types. */
export function child(...types: readonly string[]): (node: Syntax) => Syntax | undefined {
  return (node) => node.children.find(({ type }) => types.includes(type));
}

export function firstChild(node: Syntax): Syntax | undefined {
  return node.children[0];
}

/** Names that stand in children of one type, however deep, each with its own field or first child. */
export function namesWithin(type: string, nameField?: string): (node: Syntax) => DeclaredName[] {
  return function within(node: Syntax): DeclaredName[] {
    return node.children.flatMap((inner) => {
      if (inner.type !== type) return within(inner);
      const name = nameField === undefined ? inner.children[0] : fieldOf(inner, nameField);
      return name === undefined ? [] : [{ node: name }];
    });
  };
}

/** The last name of a qualified one: `b` of `a.b<T>`. */
export function lastName(node: Syntax): Syntax {
  let name = node;
  for (;;) {
    const inner = name.children.findLast(({ type }) => !ARGUMENTS.test(type));
    if (inner === undefined) return name;
    name = inner;
  }
}

/** The names of types in a clause, without the types they are applied to. */
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

/** A string literal's content, and paths in `<>`. */
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

/** Words say it; what none stands at is visible in its package or everywhere. */
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

/** One word makes visible, such as Rust's `pub`. */
export function accessByWord(word: string): (name: string, words: ReadonlySet<string>) => Access {
  return (_, words) => (words.has(word) ? PUBLIC : PRIVATE);
}

/** The name says it: a capital in Go. */
export function accessByName(isPublic: RegExp): (name: string) => Access {
  return (name) => (isPublic.test(name) ? PUBLIC : PRIVATE);
}
