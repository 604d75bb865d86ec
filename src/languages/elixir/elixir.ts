/** Elixir has no declarations in its grammar: `def` and `defmodule` are calls like others. */
import type { SymbolKind } from '../../model/symbol.ts';
import type { FileDraft } from '../lowering/file-draft.ts';
import { fieldOf, type Syntax } from '../lowering/syntax.ts';
import { child, unquoted } from '../structure/reading.ts';
import type { DeclaredName, Imported, StructureSpec } from '../structure/spec.ts';
import { structureLanguage } from '../structure/structure.ts';

const KINDS: Readonly<Record<string, SymbolKind>> = {
  defmodule: 'namespace',
  defprotocol: 'interface',
  defimpl: 'class',
  def: 'function',
  defp: 'function',
  defmacro: 'function',
  defmacrop: 'function',
  defguard: 'function',
  defguardp: 'function',
  defdelegate: 'function',
};
const IMPORTS = /^(alias|import|use|require)$/;

const SPEC: StructureSpec = {
  declarations: {
    call: {
      kind: (node, { draft }) => KINDS[targetOf(node, draft)],
      names: (node, draft) => headName(node, draft),
      body: child('do_block'),
      doc: (node, draft) => docAttribute(node, draft),
    },
  },
  calls: {
    call: {
      callee: (node, draft) => {
        const target = targetOf(node, draft);
        if (KINDS[target] !== undefined || IMPORTS.test(target) || isHead(node, draft))
          return undefined;
        return node.parent?.type === 'unary_operator' ? undefined : fieldOf(node, 'target');
      },
    },
  },
  imports: {
    call: (node, draft): Imported[] => {
      const name = argumentsOf(node)[0];
      if (!IMPORTS.test(targetOf(node, draft)) || name?.type !== 'alias') return [];
      return [{ specifier: draft.textOf(name) }];
    },
  },
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

/** `add` of `def add(a, b) when a > b`, `Shop.Cart` of `defmodule Shop.Cart`. */
function headName(node: Syntax, draft: FileDraft): DeclaredName[] {
  let head = argumentsOf(node)[0];
  if (head?.type === 'binary_operator') head = fieldOf(head, 'left');
  const name = head?.type === 'call' ? fieldOf(head, 'target') : head;
  if (name === undefined) return [];
  const isImplementation = targetOf(node, draft) === 'defimpl';
  return isImplementation ? [{ node: name, text: `${draft.textOf(name)} impl` }] : [{ node: name }];
}

/** Whether a call is the head of a definition, not a call. */
function isHead(node: Syntax, draft: FileDraft): boolean {
  let list = node.parent;
  if (list?.type === 'binary_operator' && fieldOf(list, 'left') === node) list = list.parent;
  const outer = list?.type === 'arguments' ? list.parent : undefined;
  return outer !== undefined && KINDS[targetOf(outer, draft)] !== undefined;
}

/** `@doc "…"` above, or `@moduledoc` inside. */
function docAttribute(node: Syntax, draft: FileDraft): string | undefined {
  const block = node.children.find(({ type }) => type === 'do_block');
  const inner = block?.children.map((one) => attributeText(one, 'moduledoc', draft)).find(Boolean);
  if (inner !== undefined) return inner;
  const siblings = node.parent?.children ?? [];
  for (let index = siblings.indexOf(node) - 1; index >= 0; index--) {
    const before = siblings[index];
    if (before?.type !== 'unary_operator') return undefined;
    const text = attributeText(before, 'doc', draft);
    if (text !== undefined) return text;
  }
  return undefined;
}

function attributeText(node: Syntax, name: string, draft: FileDraft): string | undefined {
  const call = node.type === 'unary_operator' ? fieldOf(node, 'operand') : undefined;
  if (call?.type !== 'call' || targetOf(call, draft) !== name) return undefined;
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
  },
  SPEC,
);
