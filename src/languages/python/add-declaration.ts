import { signatureText } from '../../extractors/lowering/signature.ts';
import type { Syntax } from '../../extractors/lowering/syntax.ts';
import { type Modifier, modifierBits, type SymbolKind } from '../../model/symbol.ts';
import type { PythonDraft } from './draft.ts';

/** A declaration as read from its syntax; `start` and `end` are offsets in the text. */
interface Declared {
  readonly name: Syntax;
  readonly kind: SymbolKind;
  readonly start: number;
  readonly body: Syntax | undefined;
  readonly end: number;
  readonly doc: string;
  readonly modifiers: readonly Modifier[];
}

/** Adds a declaration and returns its index. */
export function addDeclaration(draft: PythonDraft, parent: number, made: Declared): number {
  const name = draft.textOf(made.name);
  const bodyStart = made.body?.start ?? made.end;
  const isPrivate = /^_(?!_.*__$)/.test(name);
  return draft.addDeclaration({
    name,
    kind: made.kind,
    parent,
    start: made.start,
    end: made.end,
    bodyStart,
    signature: signatureText(draft, made.start, bodyStart),
    doc: made.doc,
    exported: parent < 0 && !isPrivate,
    visibility: isPrivate ? 'private' : 'public',
    modifiers: modifierBits(made.modifiers),
  });
}
