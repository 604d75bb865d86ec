import { fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { field, fieldsOf } from '../../extractors/outline/reading.ts';
import type {
  DeclarationRule,
  DeclaredName,
  StructureSpec,
} from '../../extractors/outline/spec.ts';
import { structureLanguage } from '../../extractors/outline/structure.ts';

/** All equations of a function form one declaration, which starts at its signature. */
const EQUATION: DeclarationRule = {
  kind: (node, { outer }) => {
    if (goesOnWith(node) !== undefined) return undefined;
    // A binding without parameters inside a function is a local value.
    return node.type === 'bind' && outer === 'function' ? 'variable' : 'function';
  },
  body: field('match'),
  last: lastEquation,
};

const SPEC: StructureSpec = {
  declarations: {
    function: EQUATION,
    bind: EQUATION,
    signature: {
      kind: 'function',
      names: (node) => fieldsOf(node, 'name').map((name) => ({ node: name })),
      // The type signature is the declaration's signature; the equations are its body.
      body: (node) => {
        const next = nextSibling(node);
        return next !== undefined && continues(next, node) ? next : undefined;
      },
      last: lastEquation,
    },
    data_type: { kind: 'class', body: field('constructors') },
    newtype: { kind: 'class', body: field('constructor') },
    data_constructor: {
      kind: 'enumMember',
      names: (node): DeclaredName[] => {
        const name = node.children.map(field('name')).find(Boolean);
        return name === undefined ? [] : [{ node: name }];
      },
    },
    field: {
      kind: 'field',
      names: (node) => fieldsOf(node, 'name').map((name) => ({ node: name })),
    },
    type_synomym: { kind: 'typeAlias', body: field('type') },
    class: { kind: 'interface', body: field('declarations') },
    instance: {
      kind: 'class',
      names: (node, draft): DeclaredName[] => {
        const name = fieldOf(node, 'name');
        const patterns = fieldOf(node, 'patterns');
        if (name === undefined) return [];
        const type = patterns === undefined ? '' : ` ${draft.textOf(patterns)}`;
        return [{ node: name, text: `${draft.textOf(name)}${type}` }];
      },
      body: field('declarations'),
    },
  },
  calls: {
    apply: { callee: (node) => (node.parent?.type === 'apply' ? undefined : appliedName(node)) },
  },
  imports: {
    import: (node, draft) => {
      const module = fieldOf(node, 'module');
      return module === undefined ? [] : [{ specifier: draft.textOf(module) }];
    },
  },
  continued: goesOnWith,
  comments: ['comment', 'haddock'],
};

function isEquation({ type }: Syntax): boolean {
  return type === 'function' || type === 'bind';
}

function nextSibling(node: Syntax): Syntax | undefined {
  const siblings = node.parent?.children ?? [];
  return siblings[siblings.indexOf(node) + 1];
}

/** Returns the node right before a definition if it belongs to the same function. */
function goesOnWith(node: Syntax): Syntax | undefined {
  const siblings = node.parent?.children ?? [];
  const before = siblings[siblings.indexOf(node) - 1];
  return before !== undefined && continues(node, before) ? before : undefined;
}

function continues(node: Syntax, before: Syntax): boolean {
  if (!isEquation(node) || !(isEquation(before) || before.type === 'signature')) return false;
  return definedName(node) === definedName(before);
}

/** Returns the defined name. `a <+> b = …` defines `(<+>)`. */
function definedName(node: Syntax): string | undefined {
  const operator = textOf(node.children.map(field('operator')).find(Boolean));
  if (operator !== undefined) return operator.replace(/^[^`].*/, '($&)').replaceAll('`', '');
  return textOf(fieldOf(node, 'name'));
}

function textOf(node: Syntax | undefined): string | undefined {
  return node?.tree.text.slice(node.start, node.end);
}

function lastEquation(node: Syntax): Syntax {
  let last = node;
  for (let next = nextSibling(last); next !== undefined; next = nextSibling(last)) {
    if (!continues(next, node)) break;
    last = next;
  }
  return last;
}

function appliedName(node: Syntax): Syntax | undefined {
  let callee = fieldOf(node, 'function');
  while (callee?.type === 'apply') callee = fieldOf(callee, 'function');
  return callee;
}

export const HASKELL = structureLanguage(
  {
    id: 'haskell',
    title: 'Haskell',
    extensions: ['.hs'],
    grammar: 'tree-sitter-haskell.wasm',
    aliases: ['hs'],
    excludes: ['.stack-work/', 'dist-newstyle/'],
  },
  SPEC,
);
