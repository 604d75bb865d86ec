import { YARD } from '../../extractors/lowering/doc-names.ts';
import { fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { words } from '../../extractors/lowering/words.ts';
import { accessByName, field, lastName, unquoted } from '../../extractors/outline/reading.ts';
import type { DeclaredName } from '../../extractors/outline/spec.ts';
import type { Lowering } from '../../extractors/semantic/lowering.ts';
import { childrenAt, lastValue, valueAt } from '../../extractors/semantic/readers.ts';
import type { Reference, TypedImport, TypedSpec } from '../../extractors/semantic/spec.ts';
import { typedLanguage } from '../../extractors/semantic/typed.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import type { SymbolKind } from '../../model/symbol.ts';
import { constant, fullNameOf } from './constants.ts';
import { basesIn, methodOf } from './mixins.ts';
import { RUBY_REGISTRATIONS } from './registrations.ts';
import { rubyModules } from './ruby-modules.ts';
import { definedNames, describedValue } from './specs.ts';
import {
  assigned,
  bareMember,
  bareNew,
  bodyValue,
  called,
  calleeOf,
  callValue,
  defaulted,
  instanceVariable,
  isOfSingleton,
  madeBy,
  parameters,
  selfAt,
  selfValue,
} from './values.ts';

const ATTRIBUTES = /^attr_(reader|writer|accessor)$/;
const CLASS_MAKERS = /^(Struct|Class|Data)\.(new|define)\b/;

const DECLARATIONS: TypedSpec['declarations'] = {
  class: { kind: 'class', names: constantName },
  module: { kind: 'namespace', names: constantName },
  method: {
    kind: (node, { draft, outer }) => {
      const name = fieldOf(node, 'name');
      if (name !== undefined && draft.textOf(name) === 'initialize') return 'constructor';
      return outer === 'namespace' ? 'method' : 'function';
    },
  },
  singleton_method: { kind: 'method' },
  assignment: {
    kind: (node, { draft }): SymbolKind | undefined => {
      if (fieldOf(node, 'left')?.type !== 'constant') return undefined;
      const right = fieldOf(node, 'right');
      return right !== undefined && CLASS_MAKERS.test(draft.textOf(right)) ? 'class' : 'variable';
    },
    names: (node) => {
      const left = fieldOf(node, 'left');
      return left === undefined ? [] : [{ node: left }];
    },
    body: field('right'),
  },
  call: {
    kind: (node, { draft }) => (ATTRIBUTES.test(methodOf(node, draft)) ? 'property' : undefined),
    names: (node, draft) =>
      childrenAt(node, 'arguments').flatMap((name) =>
        name.type === 'simple_symbol' ? [{ node: name, text: draft.textOf(name).slice(1) }] : [],
      ),
  },
};

/** Returns the declared name; `class A::B` declares B. */
function constantName(node: Syntax): DeclaredName[] {
  const name = fieldOf(node, 'name');
  return name === undefined ? [] : [{ node: lastName(name) }];
}

function constantType(node: Syntax, lowering: Lowering): ExpressionId {
  return lowering.namedType(constant(node, lowering), []);
}

// --- references -----------------------------------------------------------------------------------

/** Methods of every object, and keywords that look like methods. */
const GLOBALS = words(`
  require require_relative load autoload include extend prepend attr_reader attr_writer
  attr_accessor private public protected module_function private_constant private_class_method
  public_class_method alias_method define_method raise puts print p pp lambda proc loop format
  sprintf printf rand sleep exit abort catch throw binding block_given? caller freeze nil? is_a?
  kind_of? respond_to? send public_send instance_variable_get instance_variable_set class
  object_id hash method methods tap then dup clone Array Integer String Float new gets warn
  at_exit __method__ __dir__ refine using
`);

function callReference(node: Syntax, lowering: Lowering): Reference | undefined {
  const method = fieldOf(node, 'method');
  if (method === undefined) return undefined;
  if (method.type === 'super') return superReference(node, lowering);
  const made = madeBy(node, lowering);
  if (made !== undefined) return { form: 'new', expression: made, spends: method };
  const isBare = fieldOf(node, 'receiver') === undefined;
  if (isBare && GLOBALS.has(lowering.draft.textOf(method))) return undefined;
  return { form: 'call', expression: calleeOf(node, lowering), spends: method };
}

/** Returns the reference of a bare name that is not a variable. */
function bareReference(node: Syntax, lowering: Lowering): Reference | undefined {
  const { parent } = node;
  const name = lowering.draft.textOf(node);
  if (parent === undefined || lowering.localNames.has(node)) return undefined;
  if (fieldOf(parent, 'method') === node || fieldOf(parent, 'name') === node) return undefined;
  if (/parameter|^(alias|undef)$/.test(parent.type) || lowering.isLocal(node)) return undefined;
  const made = bareNew(node, lowering);
  if (made !== undefined) return { form: 'new', expression: made };
  if (GLOBALS.has(name)) return undefined;
  return { form: 'call', expression: bareMember(node, name, lowering) };
}

/**
 * Returns the reference of a used constant. Declaration heads, bases and `X.new` are handled
 * elsewhere.
 */
function constantReference(node: Syntax, lowering: Lowering): Reference | undefined {
  const { parent } = node;
  if (parent === undefined || /^(class|module|superclass)$/.test(parent.type)) return undefined;
  if (fieldOf(parent, 'left') === node || lowering.draft.names.has(node)) return undefined;
  // In `A::B`, both the whole and its prefix are uses.
  const isLast = parent.type === 'scope_resolution' && fieldOf(parent, 'name') === node;
  if (isLast || isMixedIn(parent, lowering)) return undefined;
  if (parent.type === 'call' && madeBy(parent, lowering) !== undefined) return undefined;
  return { form: 'value', expression: constant(node, lowering) };
}

function isMixedIn({ type, parent }: Syntax, { draft }: Lowering): boolean {
  const isArgument = type === 'argument_list' && parent?.type === 'call';
  return isArgument && /^(include|prepend|extend)$/.test(methodOf(parent, draft));
}

/** Returns the reference of `super`, which calls the next class's method of the same name. */
function superReference(node: Syntax, lowering: Lowering): Reference | undefined {
  const owner = lowering.classOf(node);
  const { draft } = lowering;
  const method = draft.declarations[lowering.ownerOf(node)];
  if (owner < 0 || method === undefined) return undefined;
  const isStatic = selfAt(node, lowering).form === 'class';
  const base = draft.table.add(isStatic ? OP.staticParent : OP.parent, owner);
  if (method.name === 'initialize') return { form: 'super', expression: base };
  return { form: 'call', expression: lowering.memberOf(base, method.name) };
}

// --- imports and exports --------------------------------------------------------------------------

function imported(node: Syntax, { draft }: Lowering): readonly TypedImport[] {
  const method = methodOf(node, draft);
  if (!/^(require|require_relative|load|autoload)$/.test(method)) return [];
  const args = childrenAt(node, 'arguments');
  const path = method === 'autoload' ? args[1] : args[0];
  if (path?.type !== 'string' || fieldOf(node, 'receiver') !== undefined) return [];
  const text = unquoted(draft.textOf(path));
  if (text.includes('#{')) return [];
  const isBare = method === 'require_relative' && !text.startsWith('.');
  return [{ specifier: isBare ? `./${text}` : text, form: 'require', names: [] }];
}

/** Returns all nodes that declare a constant, by the constant's full name. */
function constantsOf(root: Syntax, lowering: Lowering): ReadonlyMap<string, Syntax> {
  const found = new Map<string, Syntax>();
  const walk = (node: Syntax): void => {
    const isAssigned = node.type === 'assignment' && fieldOf(node, 'left')?.type === 'constant';
    if (node.type === 'class' || node.type === 'module' || isAssigned) {
      const name = fullNameOf(node, lowering);
      if (!found.has(name)) found.set(name, node);
    }
    for (const child of node.children) walk(child);
  };
  walk(root);
  return found;
}

function exportConstants(root: Syntax, lowering: Lowering): void {
  const { draft } = lowering;
  for (const [name, node] of constantsOf(root, lowering)) {
    const [declaration] = draft.declared.get(node) ?? [];
    if (declaration === undefined) continue;
    const expression = draft.table.add(OP.declaration, declaration);
    draft.exports.push({ form: 'local', name, expression });
  }
}

// --- shapes ---------------------------------------------------------------------------------------

/** Attaches members in a class's body to the class, which other files may reopen. */
function memberOfClass(
  node: Syntax,
  lowering: Lowering,
): { readonly receiver?: ExpressionId; readonly isExtension?: boolean } {
  const { form, type } = selfAt(node, lowering);
  if (form === 'unknown') return {};
  return { receiver: lowering.namedType(type, []), isExtension: true };
}

const SPEC: TypedSpec = {
  docs: { syntax: YARD },
  declarations: DECLARATIONS,
  bases: basesIn,
  calls: {},
  callArguments: () => [],
  self: ['self'],
  access: accessByName(/^(?!_)/),
  scopes: words(`
    program class module method singleton_method block do_block lambda
  `),
  locals: {
    method_parameters: parameters,
    block_parameters: parameters,
    lambda_parameters: parameters,
    assignment: assigned,
    operator_assignment: assigned,
    exception_variable: parameters,
    call: definedNames,
    for: (node, { draft }) => {
      const name = fieldOf(node, 'pattern');
      return name?.type === 'identifier' ? [{ name, value: () => draft.unknown }] : [];
    },
  },
  valueNames: new Set(),
  typeNames: new Set(),
  closedNamespaces: true,
  expressions: {
    self: selfValue,
    constant,
    scope_resolution: constant,
    identifier: (node, lowering) => {
      if (lowering.isLocal(node)) return lowering.name(node);
      const described = describedValue(node, lowering);
      if (described !== undefined) return described;
      const made = bareNew(node, lowering);
      if (made !== undefined) return lowering.draft.table.add(OP.construct, made, 0);
      return called(bareMember(node, lowering.draft.textOf(node), lowering), lowering);
    },
    instance_variable: (node, lowering) => instanceVariable(node, lowering),
    call: callValue,
    assignment: valueAt(field('right')),
    operator_assignment: valueAt(field('right')),
    binary: defaulted,
    parenthesized_statements: lastValue,
  },
  types: { constant: constantType, scope_resolution: constantType },
  shapes: {
    method: (node, lowering) => ({
      value: bodyValue(node, lowering),
      isStatic: isOfSingleton(node),
      ...memberOfClass(node, lowering),
    }),
    singleton_method: (node, lowering) => ({
      value: bodyValue(node, lowering),
      isStatic: true,
      ...memberOfClass(node, lowering),
    }),
    call: (node, lowering, index) => {
      const name = fieldOf(node, 'arguments')?.children[index];
      const text = name === undefined ? '' : lowering.draft.textOf(name).slice(1);
      return {
        value: instanceVariable(node, lowering, `@${text}`),
        isStatic: isOfSingleton(node),
        ...memberOfClass(node, lowering),
      };
    },
  },
  references: {
    call: callReference,
    identifier: bareReference,
    constant: constantReference,
    scope_resolution: constantReference,
    super: (node, lowering) =>
      node.parent?.type === 'call' ? undefined : superReference(node, lowering),
  },
  typedImports: { call: imported },
  packages: (root, lowering) => [...constantsOf(root, lowering).keys()].filter(Boolean).sort(),
  exports: exportConstants,
};

export const RUBY = typedLanguage(
  {
    id: 'ruby',
    title: 'Ruby',
    extensions: ['.rb', '.rake', '.gemspec', '.ru'],
    fileNames: ['Rakefile', 'Gemfile', 'Guardfile', 'Vagrantfile', 'Capfile'],
    interpreters: ['ruby'],
    grammar: 'tree-sitter-ruby.wasm',
    aliases: ['rb'],
    excludes: ['.bundle/'],
    openClasses: true,
    hashComments: true,
    isCostlyToOptimize: true,
    looksUpOutwards: true,
    callsBaseInClassBody: true,
    strictStatics: true,
    registrations: RUBY_REGISTRATIONS,
    createModuleResolver: rubyModules,
  },
  SPEC,
);
