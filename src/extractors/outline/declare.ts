/** Declares a node's symbols by the table's rule for its type. */
import { type Modifier, modifierBits, type SymbolKind } from '../../model/symbol.ts';
import { commentBefore, lineComments } from '../lowering/comments.ts';
import { signatureText } from '../lowering/signature.ts';
import { fieldOf, type Syntax } from '../lowering/syntax.ts';
import type { StructureDraft } from './draft.ts';
import { fieldsOf, ruleFor } from './reading.ts';
import type { Access, DeclarationRule, DeclaredName } from './spec.ts';

const TYPE_LIKE = /^(class|interface|enum|typeAlias)$/;
const CALLABLE = /^(function|method|constructor|accessor)$/;
const DATA = /^(variable|field|property)$/;

/**
 * Adds the declarations of a node and returns their numbers. The first is the parent of
 * declarations inside the node.
 */
export function declare(
  draft: StructureDraft,
  node: Syntax,
  at: { readonly owner: number; readonly type: string | undefined; readonly isClosed: boolean },
): readonly number[] {
  const rule = ruleFor(draft.spec.declarations, node);
  if (rule === undefined) return [];
  const place =
    rule.isLifted === true ? { ...at, owner: draft.declarations[at.owner]?.parent ?? -1 } : at;
  const outer = draft.kindOf(place.owner);
  const declaredKind =
    typeof rule.kind === 'function' ? rule.kind(node, { draft, outer }) : rule.kind;
  if (declaredKind === undefined) return [];
  const type =
    rule.owner?.(node, draft) ??
    (place.owner < 0 || outer === 'namespace' ? place.type : undefined);
  const isMember = type !== undefined || (outer !== undefined && TYPE_LIKE.test(outer));
  const kind = isMember ? asMember(declaredKind) : declaredKind;
  // Local variables of functions are not symbols.
  const isLocal = place.isClosed || (outer !== undefined && CALLABLE.test(outer));
  if (isLocal && DATA.test(kind)) return [];
  const names: readonly DeclaredName[] =
    rule.names?.(node, draft) ?? fieldsOf(node, 'name').map((name) => ({ node: name }));
  const declared = names.flatMap((name) => {
    const index = declareName(draft, node, rule, name, { kind, parent: place.owner, outer });
    if (index >= 0 && type !== undefined) draft.attached.set(index, type);
    if (name.isCase === true) draft.cases.add(index);
    return index < 0 ? [] : [index];
  });
  draft.declared.set(node, declared);
  return declared;
}

function asMember(kind: SymbolKind): SymbolKind {
  if (kind === 'function') return 'method';
  return kind === 'variable' ? 'field' : kind;
}

interface Position {
  readonly kind: SymbolKind;
  readonly parent: number;
  readonly outer: SymbolKind | undefined;
}

function declareName(
  draft: StructureDraft,
  node: Syntax,
  rule: DeclarationRule,
  name: DeclaredName,
  { kind, parent, outer }: Position,
): number {
  const text = name.text ?? draft.textOf(name.node);
  if (text === '') return -1;
  // If the symbol has another name than the node's text, the node still counts as a mention.
  if (name.text === undefined) draft.names.add(name.node);
  const whole = rule.whole?.(node) ?? node;
  const start = startOf(draft, whole);
  const end = (rule.last?.(node, draft) ?? node).end;
  const body = rule.body === undefined ? fieldOf(node, 'body') : rule.body(node);
  const bodyStart = body !== undefined && body.start > name.node.start ? body.start : end;
  const signatureStart = afterAnnotations(draft, whole);
  // Swift's `private(set)` applies only to the setter.
  const head = draft.text.slice(signatureStart, name.node.start).replace(/\b\w+\(set\)/g, '');
  const words = new Set(head.match(/[\p{L}_]+/gu));
  const { visibility, exported } = accessOf(draft, text, words, outer);
  const index = draft.addDeclaration({
    name: text,
    kind,
    parent,
    start,
    end,
    bodyStart,
    signature: signatureText(draft, signatureStart, bodyStart),
    doc: rule.doc?.(node, draft) ?? docAbove(draft, start),
    exported,
    visibility,
    modifiers: modifierBits(modifiersOf(words, kind)),
  });
  const shape = draft.shapes[index];
  if (shape !== undefined) shape.callable = CALLABLE.test(kind) && kind !== 'accessor';
  return index;
}

function accessOf(
  draft: StructureDraft,
  name: string,
  words: ReadonlySet<string>,
  outer: SymbolKind | undefined,
): Access {
  const access = draft.spec.access?.(name, words, outer) ?? {
    visibility: 'public',
    exported: true,
  };
  // Code outside a function cannot name the symbols inside it.
  const isLocal = outer !== undefined && (CALLABLE.test(outer) || DATA.test(outer));
  return isLocal ? { ...access, exported: false } : access;
}

const WORDS: Readonly<Record<string, Modifier>> = {
  abstract: 'abstract',
  async: 'async',
  suspend: 'async',
  static: 'static',
  override: 'override',
  const: 'const',
  constexpr: 'const',
  partial: 'partial',
};

function modifiersOf(words: ReadonlySet<string>, kind: SymbolKind): Modifier[] {
  const found = [...words].flatMap((word) => WORDS[word] ?? []);
  const isFixed = words.has('final') || words.has('readonly') || words.has('val');
  return isFixed && DATA.test(kind) ? [...found, 'readonly'] : found;
}

/** Attributes that precede a declaration as separate nodes are part of it. */
function startOf(draft: StructureDraft, node: Syntax): number {
  const { annotations, wrappers } = draft.spec;
  const { parent } = node;
  if (parent !== undefined && wrappers?.includes(parent.type) === true)
    return startOf(draft, parent);
  const siblings = parent?.children ?? [];
  let start = node.start;
  if (annotations === undefined) return start;
  for (let index = siblings.indexOf(node) - 1; index >= 0; index--) {
    const before = siblings[index];
    if (before === undefined || !annotations.includes(before.type)) break;
    start = before.start;
  }
  return start;
}

function afterAnnotations(draft: StructureDraft, node: Syntax): number {
  const { annotations } = draft.spec;
  let start = node.start;
  for (let inner = node.children[0]; inner !== undefined && annotations !== undefined; ) {
    if (inner.type === 'modifiers') inner = inner.children[0];
    if (inner === undefined || !annotations.includes(inner.type)) break;
    start = inner.end;
    const siblings: readonly Syntax[] = inner.parent?.children ?? [];
    inner = siblings[siblings.indexOf(inner) + 1];
  }
  return start + (/^\s*/.exec(draft.text.slice(start, node.end))?.[0].length ?? 0);
}

/** Returns the comments directly above. */
function docAbove(draft: StructureDraft, start: number): string {
  const index = commentBefore(draft.tree.comments, start);
  return index < 0 ? '' : lineComments(draft, index, start);
}
