/** Elixir's outline. The grammar has no declarations: `def` and `defmodule` are ordinary calls. */

import {
  EXTERNAL,
  type ModuleResolver,
  moduleOf,
  type Packages,
  type ProjectLayout,
} from '../../extractors/language.ts';
import type { FileDraft } from '../../extractors/lowering/file-draft.ts';
import { fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { unquoted } from '../../extractors/outline/reading.ts';
import type {
  DeclarationRule,
  DeclaredName,
  Imported,
  StructureSpec,
} from '../../extractors/outline/spec.ts';
import { structureLanguage } from '../../extractors/outline/structure.ts';
import type { SymbolKind } from '../../model/symbol.ts';

const KINDS: ReadonlyMap<string, SymbolKind> = new Map([
  ['defmodule', 'namespace'],
  ['defprotocol', 'interface'],
  ['defimpl', 'class'],
  ['def', 'function'],
  ['defp', 'function'],
  ['defmacro', 'function'],
  ['defmacrop', 'function'],
  ['defguard', 'function'],
  ['defguardp', 'function'],
  ['defdelegate', 'function'],
]);
/** Attributes that declare something: types, and the functions that a behaviour requires. */
const ATTRIBUTE_KINDS: ReadonlyMap<string, SymbolKind> = new Map([
  ['type', 'typeAlias'],
  ['typep', 'typeAlias'],
  ['opaque', 'typeAlias'],
  ['callback', 'function'],
  ['macrocallback', 'function'],
]);
const IMPORTS = /^(alias|import|use|require)$/;
const STRUCTS = /^def(struct|exception)$/;
/** Attributes that contain types. Nothing in them is a call, even if it looks like one. */
const TYPE_ATTRIBUTES = /^(spec|type|typep|opaque|callback|macrocallback)$/;

const FIELD: DeclarationRule = {
  kind: (node, { draft }) => (isStructField(node, draft) ? 'field' : undefined),
  names: (node, draft) => {
    const name = draft.textOf(fieldOf(node, 'key') ?? node).replace(/^:|:\s*$/g, '');
    return [{ node, text: name }];
  },
};

const SPEC: StructureSpec = {
  declarations: {
    call: {
      kind: (node, { draft }) =>
        clauseBefore(node, draft) === undefined ? KINDS.get(targetOf(node, draft)) : undefined,
      names: (node, draft) => headName(node, draft),
      body: (node) => node.children.find(({ type }) => type === 'do_block') ?? shortBody(node),
      last: lastClause,
      doc: (node, draft) => docAttribute(node, draft),
    },
    unary_operator: {
      kind: (node, { draft }) => ATTRIBUTE_KINDS.get(attributeOf(node, draft)),
      names: (node, draft) => attributeName(node, draft),
      doc: (node, draft) => docAttribute(node, draft),
    },
    atom: FIELD,
    pair: FIELD,
  },
  calls: {
    call: {
      callee: (node, draft) => {
        const target = targetOf(node, draft);
        if (KINDS.has(target) || IMPORTS.test(target) || STRUCTS.test(target)) return undefined;
        if (isHead(node, draft)) return undefined;
        const { parent } = node;
        const isAttribute = parent !== undefined && attributeOf(parent, draft) !== '';
        if (isAttribute || isInType(node, draft)) return undefined;
        return fieldOf(node, 'target');
      },
    },
  },
  imports: {
    call: (node, draft): Imported[] =>
      IMPORTS.test(targetOf(node, draft))
        ? modulesOf(argumentsOf(node)[0], draft).map((specifier) => ({ specifier }))
        : [],
  },
  modules: modulesIn,
  continued: (node, draft) => clauseBefore(node, draft),
  self: ['__MODULE__'],
  access: (_, words) =>
    /p$/.test([...words][0] ?? '') && words.has([...words][0] ?? '')
      ? { visibility: 'private', exported: false }
      : { visibility: 'public', exported: true },
};

function targetOf(node: Syntax, draft: FileDraft): string {
  const target = fieldOf(node, 'target');
  return target === undefined ? '' : draft.textOf(target);
}

function argumentsOf(node: Syntax): readonly Syntax[] {
  return node.children.find(({ type }) => type === 'arguments')?.children ?? [];
}

/**
 * Returns the declared name: `add` in `def add(a, b) when a > b`, `Shop.Cart` in `defmodule
 * Shop.Cart`.
 */
function headName(node: Syntax, draft: FileDraft): DeclaredName[] {
  let head = argumentsOf(node)[0];
  if (head?.type === 'binary_operator') head = fieldOf(head, 'left');
  const name = head?.type === 'call' ? fieldOf(head, 'target') : head;
  if (name === undefined) return [];
  const isImplementation = targetOf(node, draft) === 'defimpl';
  return isImplementation ? [{ node: name, text: `${draft.textOf(name)} impl` }] : [{ node: name }];
}

/** Whether a call node is the head of a definition rather than a call. */
function isHead(node: Syntax, draft: FileDraft): boolean {
  let list = node.parent;
  if (list?.type === 'binary_operator' && fieldOf(list, 'left') === node) list = list.parent;
  const outer = list?.type === 'arguments' ? list.parent : undefined;
  return outer !== undefined && KINDS.has(targetOf(outer, draft));
}

/** Returns the modules that a file defines. Nested modules have their full names. */
function modulesIn({ declarations }: FileDraft): string[] {
  const nameOf = (index: number): string => {
    const { name = '', parent = -1 } = declarations[index] ?? {};
    return parent < 0 ? name : `${nameOf(parent)}.${name}`;
  };
  return declarations.flatMap(({ kind }, index) =>
    kind === 'namespace' || kind === 'interface' ? [nameOf(index)] : [],
  );
}

/** Returns `A.B` and `A.C` for `alias A.{B, C}`. */
function modulesOf(name: Syntax | undefined, draft: FileDraft): string[] {
  if (name?.type === 'alias') return [draft.textOf(name)];
  const [before, list] = name?.type === 'dot' ? name.children : [];
  if (before?.type !== 'alias' || list?.type !== 'tuple') return [];
  const inner = list.children.filter(({ type }) => type === 'alias');
  return inner.map((one) => `${draft.textOf(before)}.${draft.textOf(one)}`);
}

// --- clauses: `def f(0)` and `def f(n)` are one function ------------------------------------------

/**
 * Returns the key shared by all clauses of a function: its keyword, name and number of parameters.
 */
function clauseKey(node: Syntax | undefined, draft: FileDraft): string | undefined {
  const target = node?.type === 'call' ? targetOf(node, draft) : '';
  if (node === undefined || !/^def(p|macro|macrop)?$/.test(target)) return undefined;
  let head = argumentsOf(node)[0];
  if (head?.type === 'binary_operator') head = fieldOf(head, 'left');
  const name = head?.type === 'call' ? fieldOf(head, 'target') : head;
  const arity = head?.type === 'call' ? argumentsOf(head).length : 0;
  return name && `${target} ${draft.textOf(name)}/${arity}`;
}

function clauseBefore(node: Syntax, draft: FileDraft): Syntax | undefined {
  const key = clauseKey(node, draft);
  if (key === undefined) return undefined;
  const siblings = node.parent?.children ?? [];
  const before = siblings[siblings.indexOf(node) - 1];
  return clauseKey(before, draft) === key ? before : undefined;
}

function lastClause(node: Syntax, draft: FileDraft): Syntax {
  const key = clauseKey(node, draft);
  const siblings = node.parent?.children ?? [];
  let last = siblings.indexOf(node);
  while (key !== undefined && clauseKey(siblings[last + 1], draft) === key) last++;
  return siblings[last] ?? node;
}

/** Returns the body of a one-line definition: `, do: x` in `def f(x), do: x`. */
function shortBody(node: Syntax): Syntax | undefined {
  return argumentsOf(node).find(({ type }, index) => type === 'keywords' && index > 0);
}

// --- attributes -----------------------------------------------------------------------------------

function attributeOf(node: Syntax, draft: FileDraft): string {
  const call = node.type === 'unary_operator' ? fieldOf(node, 'operand') : undefined;
  return call?.type === 'call' && draft.text[node.start] === '@' ? targetOf(call, draft) : '';
}

/**
 * Returns the name that an attribute declares, such as `t` in `@type t(a) :: …`. A callback
 * declares no callable function.
 */
function attributeName(node: Syntax, draft: FileDraft): DeclaredName[] {
  const call = fieldOf(node, 'operand');
  let name = call && argumentsOf(call)[0];
  while (name?.type === 'binary_operator') name = fieldOf(name, 'left');
  if (name?.type === 'call') name = fieldOf(name, 'target');
  if (name?.type !== 'identifier') return [];
  return [{ node: name, isCase: /callback$/.test(attributeOf(node, draft)) }];
}

function isInType(node: Syntax, draft: FileDraft): boolean {
  for (let outer = node.parent; outer !== undefined; outer = outer.parent) {
    if (outer.type === 'do_block') return false;
    if (TYPE_ATTRIBUTES.test(attributeOf(outer, draft))) return true;
  }
  return false;
}

/** Whether a node is a struct field, such as `:a` and `b: 1` in `defstruct [:a, b: 1]`. */
function isStructField(node: Syntax, draft: FileDraft): boolean {
  let list = node.parent;
  while (list?.type === 'keywords' || list?.type === 'list') list = list.parent;
  const call = list?.type === 'arguments' ? list.parent : undefined;
  return call !== undefined && STRUCTS.test(targetOf(call, draft));
}

/**
 * Returns the documentation: `@moduledoc` inside the block, or `@doc` or `@typedoc` above it among
 * other attributes.
 */
function docAttribute(node: Syntax, draft: FileDraft): string | undefined {
  const block = node.children.find(({ type }) => type === 'do_block');
  const inner = block?.children
    .map((one) => attributeText(one, /^moduledoc$/, draft))
    .find(Boolean);
  if (inner !== undefined) return inner;
  const siblings = node.parent?.children ?? [];
  for (let index = siblings.indexOf(node) - 1; index >= 0; index--) {
    const before = siblings[index];
    if (before?.type !== 'unary_operator') return undefined;
    if (ATTRIBUTE_KINDS.has(attributeOf(before, draft))) return undefined;
    const text = attributeText(before, /^(type)?doc$/, draft);
    if (text !== undefined) return text;
  }
  return undefined;
}

function attributeText(node: Syntax, name: RegExp, draft: FileDraft): string | undefined {
  const call = fieldOf(node, 'operand');
  if (call === undefined || !name.test(attributeOf(node, draft))) return undefined;
  const content = argumentsOf(call)[0]?.children.find(({ type }) => type === 'quoted_content');
  return (
    content &&
    unquoted(draft.textOf(content))
      .replace(/^[ \t]+/gm, '')
      .trim()
  );
}

export const ELIXIR = structureLanguage(
  {
    id: 'elixir',
    title: 'Elixir',
    extensions: ['.ex', '.exs'],
    interpreters: ['elixir'],
    grammar: 'tree-sitter-elixir.wasm',
    aliases: ['ex'],
    excludes: ['.elixir_ls/'],
    packageExtensions: ['.ex'],
    hashComments: true,
    isCostlyToOptimize: true,
    createModuleResolver: elixirModules,
  },
  SPEC,
);

/**
 * Resolves modules by the `defmodule` declarations in the files, because paths follow only a
 * convention.
 */
function elixirModules(_layout: ProjectLayout, packages: Packages): ModuleResolver {
  return (from, specifier) => {
    const paths = (packages.get(specifier) ?? []).filter((path) => /\.exs?$/.test(path));
    return paths.length === 0 || paths.includes(from) ? EXTERNAL : moduleOf(paths);
  };
}
