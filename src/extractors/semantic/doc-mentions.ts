/** Resolves the names in doc comments from the scope of the documented declaration. */
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import { addDocMentions, membersOf } from '../lowering/doc-mentions.ts';
import type { Syntax } from '../lowering/syntax.ts';
import type { Lowering } from './lowering.ts';
import type { NameUsage } from './names.ts';

export function addMentions(lowering: Lowering, root: Syntax, fileDoc: string): void {
  const { draft, spec } = lowering;
  if (spec.docs === undefined) return;
  const { syntax, start } = spec.docs;
  const nodes = new Map<number, Syntax>();
  const nodeOf = (source: number): Syntax => {
    if (nodes.size === 0)
      for (const [node, declared] of draft.declared)
        for (const index of declared) if (!nodes.has(index)) nodes.set(index, node);
    return nodes.get(source) ?? root;
  };
  addDocMentions(draft, { syntax, fileDoc }, (source, { names, isCall }) => {
    const [first = ''] = names;
    const own = source < 0 ? root : nodeOf(source);
    // In languages where members are reached only through the receiver, names in a comment are
    // looked up at module level.
    const node = spec.implicitSelf === true || first === 'Self' ? own : moduleAround(lowering, own);
    if (isParameter(lowering, source, first)) return [];
    const begun = start?.(names, node, lowering) ?? {
      owners: first === '' ? around(lowering, source) : named(lowering, node, names, isCall),
      count: 1,
    };
    const rest = names.slice(begun.count);
    return begun.owners.flatMap((owner) => membersOf(draft, owner, { names: rest, isCall }));
  });
}

function moduleAround({ draft }: Lowering, from: Syntax): Syntax {
  let node = from;
  while (node.parent !== undefined && !isNamespace(node)) node = node.parent;
  return node;

  function isNamespace(one: Syntax): boolean {
    return one !== from && draft.kindOf(draft.declared.get(one)?.[0] ?? -1) === 'namespace';
  }
}

/**
 * Whether the name is a parameter of the declaration; a parameter takes precedence over everything
 * else of that name.
 */
function isParameter({ draft }: Lowering, source: number, name: string): boolean {
  const { parameters = [], typeParameters = [] } = draft.shapes[source] ?? {};
  return [...parameters, ...typeParameters].some((one) => one.name === name);
}

const OWNERS = /^(class|interface|enum)$/;

/** Returns the documented type, or the type that encloses the documented declaration. */
function around({ draft }: Lowering, source: number): readonly ExpressionId[] {
  const type = draft.enclosing(source, OWNERS);
  return type < 0 ? [] : [draft.table.add(OP.declaration, type)];
}

function named(
  lowering: Lowering,
  node: Syntax,
  [first = '', ...rest]: readonly string[],
  isCall: boolean,
): readonly ExpressionId[] {
  const alone: readonly NameUsage[] = isCall
    ? ['call', 'value', 'type']
    : ['type', 'value', 'call'];
  const usages = rest.length > 0 ? (['type', 'value'] as const) : alone;
  const found = usages.map((usage) => lowering.named(first, node, usage));
  const own = found.find((one) => lowering.draft.table.opOf(one) === OP.declaration);
  return own === undefined ? found : [own];
}
