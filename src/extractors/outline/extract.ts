/**
 * Table-driven structure extraction. One walk adds declarations and collects calls; then everything
 * that needs all names of the file is resolved. Names are looked up by scope, without types, so the
 * edges have the evidence `scoped`.
 */
import { appendTo } from '../../base/append-to.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId, FileFacts, Heritage } from '../../model/facts.ts';
import type { RepoPath } from '../../model/path.ts';
import { finishFacts } from '../lowering/finish.ts';
import { copyTree, type Syntax, type SyntaxTree } from '../lowering/syntax.ts';
import type { ParsedTree } from '../parsed-tree.ts';
import { referToCalls } from './calls.ts';
import { declare } from './declare.ts';
import { StructureDraft } from './draft.ts';
import { headerDoc } from './header.ts';
import { ruleFor, typeNames, unquoted } from './reading.ts';
import { declarationNamed, TYPES } from './scope.ts';
import type { StructureSpec } from './spec.ts';

const NO_LEAVES: ReadonlySet<string> = new Set();
const COMMENTS = ['comment', 'line_comment', 'block_comment'];

/** Walks the tree and returns the draft with all declarations and their parents. */
export function structureDraft(
  spec: StructureSpec,
  parsed: ParsedTree,
  text: string,
): { readonly draft: StructureDraft; readonly tree: SyntaxTree } {
  const comments = new Set(spec.comments ?? COMMENTS);
  const tree = copyTree(parsed, { leaves: NO_LEAVES, comments });
  const draft = new StructureDraft(text, tree, spec);
  walk(draft, tree.root, { owner: -1, type: undefined, isClosed: false });
  attachMembers(draft);
  return { draft, tree };
}

export function extractStructure(
  spec: StructureSpec,
  language: string,
  parsed: ParsedTree,
  text: string,
  path: RepoPath,
): FileFacts {
  const { draft, tree } = structureDraft(spec, parsed, text);
  addHeritage(draft);
  referToCalls(draft);
  const packages = spec.modules?.(draft) ?? [];
  return finishFacts(draft, { path, language, doc: headerDoc(draft, tree.root), packages });
}

interface Place {
  readonly owner: number;
  /** Name of the type that the surrounding block adds members to; undefined elsewhere. */
  readonly type: string | undefined;
  /** Whether the place is inside a closure within the owner. */
  readonly isClosed: boolean;
}

function walk(draft: StructureDraft, node: Syntax, place: Place): void {
  const { spec } = draft;
  ruleFor(spec.imports, node)?.(node, draft).forEach(({ specifier, names }) => {
    draft.imports.push({
      specifier: unquoted(specifier),
      form: 'import',
      names: [...(names ?? [])],
      line: draft.lineOf(node.start),
    });
  });
  const call = ruleFor(spec.calls, node);
  if (call !== undefined) {
    draft.calls.push({ node, rule: call, form: call.form ?? 'call', owner: place.owner });
  }
  const type = ruleFor(spec.extensions, node)?.type(node, draft);
  const [owner] = type === undefined ? declaredBy(draft, node, place) : [];
  const isClosed = spec.closures?.includes(node.type) === true;
  const inner: Place =
    owner === undefined
      ? { owner: place.owner, type: type ?? place.type, isClosed: place.isClosed || isClosed }
      : { owner, type: undefined, isClosed };
  for (const child of node.children) walk(draft, child, inner);
}

function declaredBy(draft: StructureDraft, node: Syntax, place: Place): readonly number[] {
  const own = declare(draft, node, place);
  const begun = own.length === 0 ? draft.spec.continued?.(node, draft) : undefined;
  const declared = begun === undefined ? own : (draft.declared.get(begun) ?? []);
  if (declared !== own) draft.declared.set(node, declared);
  return declared;
}

/** Moves members that are written outside their type into that type, if it is in the same file. */
function attachMembers(draft: StructureDraft): void {
  const types = byName(draft, TYPES);
  // Some languages use tables as types.
  const tables = byName(draft, /^variable$/);
  for (const [member, name] of draft.attached) {
    const type = visibleFrom(draft, member, types.get(name)) ?? tables.get(name)?.[0];
    const declaration = draft.declarations[member];
    if (declaration === undefined) continue;
    if (type === undefined) declaration.holder = name;
    else if (!isInside(draft, type, member)) declaration.parent = type;
  }
}

/** Returns the declarations of each name, without the associated types of an `impl`. */
function byName(draft: StructureDraft, kinds: RegExp): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  draft.declarations.forEach(({ name, kind }, index) => {
    const isAssociated = kind === 'typeAlias' && draft.attached.has(index);
    if (kinds.test(kind) && !isAssociated) appendTo(found, name, index);
  });
  return found;
}

/** Returns the innermost of several types around a member, or else the first. */
function visibleFrom(
  draft: StructureDraft,
  member: number,
  types: readonly number[] | undefined,
): number | undefined {
  if (types === undefined || types.length < 2) return types?.[0];
  for (let scope = draft.declarations[member]?.parent ?? -1; ; ) {
    const inside = types.find((type) => draft.declarations[type]?.parent === scope);
    if (inside !== undefined || scope < 0) return inside ?? types[0];
    scope = draft.declarations[scope]?.parent ?? -1;
  }
}

function isInside(draft: StructureDraft, inner: number, outer: number): boolean {
  for (const at of draft.around(inner)) if (at === outer) return true;
  return false;
}

function addHeritage(draft: StructureDraft): void {
  const { heritage } = draft.spec;
  if (heritage === undefined) return;
  for (const [node, [declaration]] of draft.declared) {
    const shape = declaration === undefined ? undefined : draft.shapes[declaration];
    if (declaration === undefined || shape === undefined) continue;
    const clauses = node.children.filter(({ type }) => Object.hasOwn(heritage, type));
    const bases = clauses.flatMap((clause) => {
      const form = heritage[clause.type];
      return form === undefined ? [] : basesIn(draft, clause, form, declaration);
    });
    if (bases.length > 0) shape.heritage = bases;
  }
}

function basesIn(
  draft: StructureDraft,
  clause: Syntax,
  form: Heritage['form'],
  declaration: number,
): Heritage[] {
  return typeNames(clause, true).map((name) => ({
    form,
    expression: draft.table.add(OP.named, typeNamed(draft, draft.textOf(name), declaration)),
    line: draft.lineOf(name.start),
  }));
}

function typeNamed(draft: StructureDraft, name: string, from: number): ExpressionId {
  const found = declarationNamed(draft, name, from, TYPES);
  return found < 0 || found === from
    ? draft.table.add(OP.free, draft.stringId(name))
    : draft.table.add(OP.either, draft.table.add(OP.declaration, found));
}
