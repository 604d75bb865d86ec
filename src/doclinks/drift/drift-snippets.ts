/** Checks code blocks for imports and members that do not exist, and collects calls to check. */
import { nearestNames } from '../../base/edit-distance.ts';
import type { SymbolNode } from '../../graph/symbol-graph.ts';
import { languageById } from '../../languages/registry.ts';
import type { PageFacts, PageSnippet, PassedArguments, SnippetUse } from '../../model/page.ts';
import type { RepoPath } from '../../model/path.ts';
import type { ImportedModule } from '../lookup/linked-project.ts';
import { type Code, type Exported, exportNames, exportOf } from '../lookup/module-exports.ts';
import type { PageContext } from '../lookup/page-context.ts';
import type { SymbolLookup } from '../lookup/symbol-lookup.ts';
import type { Drift, FindingLocation } from './drift.ts';
import { hasNoMember, isWhole, missingMember } from './drift-names.ts';

/** A call with known arguments, and its possible declarations. */
export interface CallCheck extends Pick<Drift, 'path' | 'line' | 'node' | 'text'> {
  readonly passed: PassedArguments;
  /** All declarations that may be called, such as overloads. All are in one language. */
  readonly callees: readonly number[];
  /** Whether it is called on an instance, or creates an object. */
  readonly isBound: boolean;
}

interface SnippetFound {
  readonly drifts: readonly Drift[];
  readonly calls: readonly CallCheck[];
}

const NEAR_MAX = 2;

export function snippetDrift(
  code: Code,
  names: SymbolLookup,
  context: PageContext,
  location: FindingLocation,
  page: PageFacts,
): SnippetFound {
  const drifts: Drift[] = [];
  const calls: CallCheck[] = [];
  for (const [index, snippet] of page.snippets.entries()) {
    const modules = context.modules[index] ?? [];
    const site = (line: number) => ({
      path: location.path,
      line,
      node: location.node(snippet.section),
    });
    const scope = { code, names, context, snippet, modules };
    drifts.push(...missingImports(scope).map((one) => ({ ...one, ...site(one.line) })));
    for (const use of snippet.uses) {
      const found = followUse(scope, use);
      if (found === undefined) continue;
      if (found.form === 'missing') drifts.push({ ...found.drift, ...site(use.line) });
      else if (use.isCall && use.passed !== undefined) {
        const { passed } = use;
        const { callees, isBound } = found;
        calls.push({ ...site(use.line), text: spelled(use), passed, callees, isBound });
      }
    }
  }
  return { drifts: withoutRepeats(drifts), calls };
}

interface SnippetScope {
  readonly code: Code;
  readonly names: SymbolLookup;
  readonly context: PageContext;
  readonly snippet: PageSnippet;
  readonly modules: readonly (ImportedModule | undefined)[];
}

type MissingName = Pick<Drift, 'kind' | 'confidence' | 'text' | 'detail' | 'near'>;

function missingImports(scope: SnippetScope): readonly (MissingName & { readonly line: number })[] {
  const { snippet, modules } = scope;
  return snippet.imports.flatMap(({ specifier, names, line }, index) => {
    const module = modules[index];
    // A relative import refers to the reader's own files.
    if (module === undefined || specifier.startsWith('.')) return [];
    return names.flatMap((name) => {
      const missing = isPlain(name) ? missingExport(scope, module, specifier, name) : undefined;
      return missing === undefined ? [] : [{ ...missing, line }];
    });
  });
}

/** Placeholders that the reader is expected to replace. */
const PLACEHOLDER = /^(?:my|your|some|custom|example|foo|bar|baz)(?=[A-Z_\d]|$)|^[A-Z]\w*Name$/i;

function isPlain(name: string): boolean {
  return name !== '*' && name !== 'default' && name !== '=' && !PLACEHOLDER.test(name);
}

/** Returns undefined when the module exports the name, or may export it. */
function missingExport(
  { code, names, context, snippet }: SnippetScope,
  module: ImportedModule,
  specifier: string,
  name: string,
): MissingName | undefined {
  const [file] = module.files;
  if (file === undefined || exportOf(code, names, module.files, name).form !== 'missing')
    return undefined;
  const { language } = snippet;
  const { importsSubmodules = false } = languageById(language) ?? {};
  const inner = importsSubmodules
    ? code.moduleOf(language, context.path, `${specifier}.${name}`)
    : undefined;
  if (inner?.form === 'file' || inner?.form === 'files') return undefined;
  const others = names.named(name);
  const near = nearestNames(name, exportNames(code, file), NEAR_MAX);
  return {
    kind: 'missingExport',
    confidence: others.length === 0 ? 'sure' : 'likely',
    text: `${specifier}: ${name}`,
    detail: `${file} exports no ${name}${others.length === 0 ? ', and nothing else has that name' : ''}`,
    near: others.length > 0 ? others.slice(0, NEAR_MAX).map(({ id }) => id) : near,
  };
}

type Followed =
  | { readonly form: 'missing'; readonly drift: MissingName }
  | { readonly form: 'callee'; readonly callees: readonly number[]; readonly isBound: boolean };

/** Follows a use for as long as every step is certain, and returns where it ends. */
function followUse(scope: SnippetScope, use: SnippetUse): Followed | undefined {
  const { code, names, snippet } = scope;
  const [first = '', ...later] = use.steps;
  const module = moduleOfUse(scope, use);
  if (module === undefined || first === 'default' || first === '=') return undefined;
  const isWhole = first === '*';
  const name = isWhole ? later[0] : first;
  const steps = isWhole ? later.slice(1) : later;
  if (name === undefined || /\(\)$/.test(name)) return undefined;
  const start = exportOf(code, names, module.files, name);
  // Importing a whole module may yield its default export, if it has one.
  const isModule = exportOf(code, names, module.files, 'default').form === 'missing';
  if (start.form === 'missing' && isWhole && isModule && isPlain(name)) {
    const specifier = snippet.imports[use.module]?.specifier ?? '';
    const drift = missingExport(scope, module, specifier, name);
    return drift && { form: 'missing', drift };
  }
  return start.form === 'symbol' ? followSteps(scope, start, steps, use) : undefined;
}

/**
 * Returns the module that a use begins with. A name that the block does not import is looked up in
 * the page's imports.
 */
function moduleOfUse(
  { context, snippet, modules }: SnippetScope,
  use: SnippetUse,
): ImportedModule | undefined {
  if (use.module >= 0) return modules[use.module];
  const [first = ''] = use.steps;
  return snippet.declares.includes(first) ? undefined : context.imported.get(first);
}

function followSteps(
  { names, snippet }: SnippetScope,
  start: Exported & { readonly form: 'symbol' },
  steps: readonly string[],
  use: SnippetUse,
): Followed | undefined {
  const { graph } = names;
  const { family, construction } = languageById(snippet.language) ?? {};
  let node = graph.node(start.node);
  let isBound = false;
  for (const step of steps) {
    const isType = /^(class|interface|enum)$/.test(node.kind);
    if (step === 'new()' || step === '()') {
      if (!isType || (step === '()' && construction !== 'call')) return undefined;
      isBound = true;
      continue;
    }
    const member = names.memberOf(node.index, step);
    if (member === undefined) {
      const isClosed = languageById(node.language)?.closedTypes === true;
      const isCertain = isType && isClosed && hasNoMember(names, node, step);
      if (!isCertain) return undefined;
      const drift: MissingName = {
        kind: 'missingMember',
        confidence: 'sure',
        text: spelled(use),
        ...missingMember(names, node, step),
      };
      return { form: 'missing', drift };
    }
    node = graph.node(member);
  }
  if (languageById(node.language)?.family !== family) return undefined;
  const callees = calleesOf(names, node);
  return { form: 'callee', callees, isBound: isBound || node.kind === 'class' };
}

/** Returns the declarations that a call may refer to; for a class, its constructors. */
function calleesOf(names: SymbolLookup, node: SymbolNode): readonly number[] {
  const { graph } = names;
  if (node.kind === 'class') {
    if (!isWhole(graph, node)) return [];
    const made = graph
      .outgoing(node.index, ['contains'])
      .map(({ target }) => graph.node(target))
      .filter(({ kind, name }) => kind === 'constructor' || /^(__init__|__new__)$/.test(name));
    return made.some(({ name }) => name === '__new__') ? [] : made.map(({ index }) => index);
  }
  if (!/^(function|method)$/.test(node.kind)) return [];
  const owner = graph.node(node.parent);
  if (owner.kind !== 'file' && !isWhole(graph, owner)) return [];
  return overloads(names, owner, node.name, 0);
}

const BASES_MAX = 8;

function overloads(
  names: SymbolLookup,
  owner: SymbolNode,
  name: string,
  depth: number,
): readonly number[] {
  const { graph } = names;
  const own = graph
    .outgoing(owner.index, ['contains'])
    .map(({ target }) => target)
    .filter((target) => graph.node(target).name === name);
  if (depth > BASES_MAX) return own;
  const bases = graph.outgoing(owner.index, ['extends', 'implements']);
  const inherited = bases.flatMap(({ target }) =>
    overloads(names, graph.node(target), name, depth + 1),
  );
  return [...own, ...inherited];
}

function spelled({ steps, isCall }: SnippetUse): string {
  const words = steps
    .filter((step) => step !== '*')
    .join('.')
    .replaceAll('.()', '()');
  return `${words.replaceAll('.new()', '()')}${isCall ? '()' : ''}`;
}

function withoutRepeats(drifts: readonly Drift[]): readonly Drift[] {
  const known = new Map<string, Drift>();
  for (const drift of drifts) {
    const key = `${drift.line} ${drift.kind} ${drift.detail}`;
    if (!known.has(key)) known.set(key, drift);
  }
  return [...known.values()];
}

/** Returns the files that are needed to check calls. */
export function calleePaths(
  names: Pick<Code, 'graph'>,
  calls: readonly CallCheck[],
): Set<RepoPath> {
  return new Set(calls.flatMap(({ callees }) => callees.map((node) => names.graph.pathOf(node))));
}
