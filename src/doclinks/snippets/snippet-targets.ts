/** Resolves the project symbols that a page's code block uses. */

import type { SymbolNode } from '../../graph/symbol-graph.ts';
import { languageById } from '../../languages/registry.ts';
import type { PageSnippet, SnippetUse } from '../../model/page.ts';
import { onePerName } from '../lookup/declaration-rank.ts';
import type { ImportedModule } from '../lookup/linked-project.ts';
import { type MentionTarget, singleTarget } from '../lookup/mention-site.ts';
import { isJoined } from '../lookup/mention-text.ts';
import type { PageContext } from '../lookup/page-context.ts';
import type { SymbolLookup } from '../lookup/symbol-lookup.ts';
import { instanceOf, memberOfValue } from '../lookup/value-type.ts';
import { mentionTargets } from '../mentions/mention-target.ts';

export interface Demonstrated extends MentionTarget {
  readonly line: number;
}

export function snippetTargets(
  names: SymbolLookup,
  context: PageContext,
  index: number,
  snippet: PageSnippet,
): readonly Demonstrated[] {
  const modules = context.modules[index] ?? [];
  const found: Demonstrated[] = [];
  for (const [position, one] of snippet.imports.entries()) {
    const module = modules[position];
    if (module === undefined) continue;
    for (const name of one.names) {
      const mentioned = nameOf(names, module, name);
      if (mentioned !== undefined) found.push({ ...mentioned, line: one.line });
    }
  }
  const declared = new Set(snippet.declares);
  for (const use of snippet.uses) {
    const [first = ''] = use.steps;
    if (use.module < 0 && declared.has(first)) continue;
    // A variable that holds a call's result: the call itself is recorded where it occurs.
    if (/^(new)?\(\)$/.test(use.steps.at(-1) ?? '')) continue;
    const module = use.module < 0 ? undefined : modules[use.module];
    if (use.module >= 0 && module === undefined) continue;
    const mentioned =
      module === undefined
        ? ofFree(names, context, use, snippet.language)
        : ofModule(names, module, use.steps);
    if (mentioned !== undefined) found.push({ ...mentioned, line: use.line });
  }
  const family = languageById(snippet.language)?.family;
  return found.filter(({ node }) => languageById(names.node(node).language)?.family === family);
}

/** Returns the variables in a page's code blocks, each with the node of its type. */
export function variablesOf(
  names: SymbolLookup,
  context: PageContext,
  snippets: readonly PageSnippet[],
): ReadonlyMap<string, number> {
  const variables = new Map<string, number>();
  for (const [index, { uses }] of snippets.entries()) {
    for (const { receiver, module: position, steps } of uses) {
      const module = position < 0 ? undefined : context.modules[index]?.[position];
      if (receiver === '' || module === undefined) continue;
      const owner = ofModule(names, module, steps.slice(0, -1));
      if (owner !== undefined) variables.set(receiver, owner.node);
    }
  }
  return variables;
}

/** Resolves an imported name; for an import of a whole module, its file. */
function nameOf(
  names: SymbolLookup,
  module: ImportedModule,
  name: string,
): MentionTarget | undefined {
  if (name === '*' || name === 'default') {
    const file = names.onlyFile(module.files);
    return file === undefined ? undefined : { node: file, evidence: 'exact' };
  }
  const node = names.exported(module.files, name);
  if (node !== undefined) return { node, evidence: 'exact' };
  const only = module.folder === undefined ? undefined : names.onlyIn(module.folder, name);
  return only === undefined ? undefined : { node: only, evidence: 'scoped' };
}

function ofModule(
  names: SymbolLookup,
  module: ImportedModule,
  steps: readonly string[],
): MentionTarget | undefined {
  const [first = '', ...rest] = steps;
  const isWhole = first === '*' || first === 'default';
  if (isWhole && rest.length === 0) return undefined;
  const whole = isWhole ? names.defaultOf(module.files) : undefined;
  const ofWhole = whole === undefined ? undefined : follow(names, whole, rest);
  if (ofWhole !== undefined) return { node: ofWhole, evidence: 'scoped' };
  const start = nameOf(names, module, isWhole ? (rest[0] ?? '') : first);
  const left = isWhole ? rest.slice(1) : rest;
  if (start === undefined) return undefined;
  const end =
    follow(names, start.node, left) ??
    (isWhole ? undefined : inNamespace(names, module, start, left));
  if (end === undefined) return undefined;
  return { node: end, evidence: left.length === 0 ? start.evidence : 'scoped' };
}

/**
 * Resolves members of a namespace made from a module, such as `import { z }`. It has no members in
 * the graph, but its package does.
 */
function inNamespace(
  names: SymbolLookup,
  module: ImportedModule,
  start: MentionTarget,
  steps: readonly string[],
): number | undefined {
  const [name, ...rest] = steps;
  const { kind } = names.node(start.node);
  if (name === undefined || !/^(variable|file|namespace)$/.test(kind)) return undefined;
  const member = nameOf(names, module, name);
  return member === undefined ? undefined : follow(names, member.node, rest);
}

/** Index of one of several results of a call. */
const RESULT = /^\d$/;

/** Follows a chain of members. A function's result has the type in its signature. */
function follow(names: SymbolLookup, start: number, steps: readonly string[]): number | undefined {
  let node: number | undefined = start;
  for (const [index, step] of steps.entries()) {
    if (node === undefined) return undefined;
    if (step === 'new()' || step === '()') {
      node = instanceOf(names, node, Number(RESULT.exec(steps[index + 1] ?? '')?.[0] ?? 0));
    } else if (!RESULT.test(step)) {
      const { language } = names.node(node);
      node = memberOfValue(names, node, step) ?? resolveExtensionMember(names, language, step);
    }
  }
  return node;
}

/** Resolves a name that the block does not bind, as on the rest of the page. */
function ofFree(
  names: SymbolLookup,
  context: PageContext,
  use: SnippetUse,
  language: string,
): MentionTarget | undefined {
  const plain = use.steps.findIndex((step) => step === '()' || step === 'new()');
  const head = plain < 0 ? use.steps : use.steps.slice(0, plain);
  const isCalled = plain >= 0 || use.isCall;
  const site = {
    context,
    section: -1,
    isHeading: false,
    isInCode: true,
    noun: undefined,
    scope: [],
    leadsOutside: false,
    topic: undefined,
  };
  const separator = languageById(language)?.memberSeparator ?? '.';
  const text = `${head.join(separator)}${isCalled ? '()' : ''}`;
  const mentioned = singleTarget(mentionTargets(names, site, text));
  if (mentioned === undefined) return ofExtension(names, use, language);
  const node = plain < 0 ? mentioned.node : follow(names, mentioned.node, use.steps.slice(plain));
  return node === undefined ? undefined : { node, evidence: 'scoped' };
}

/**
 * Resolves an extension of a type that belongs to the reader or a third party:
 * `services.AddShop()`.
 */
function ofExtension(
  names: SymbolLookup,
  { steps, isCall }: SnippetUse,
  language: string,
): MentionTarget | undefined {
  const name = steps.at(-1) ?? '';
  const { openClasses } = languageById(language) ?? {};
  if (!isCall || steps.length < 2 || openClasses === true || !isJoined(name)) return undefined;
  const node = resolveExtensionMember(names, language, name);
  return node === undefined ? undefined : { node, evidence: 'scoped' };
}

/**
 * Returns the one member of a name that is added to a type from outside: the extension method, or
 * the method where classes are open.
 */
function resolveExtensionMember(
  names: SymbolLookup,
  language: string,
  name: string,
): number | undefined {
  const { extensionMember, openClasses } = languageById(language) ?? {};
  if (extensionMember === undefined && openClasses !== true) return undefined;
  const fitting = names.named(name).filter((node) => {
    if (node.language !== language) return false;
    return extensionMember === undefined ? isMethod(node) : extensionMember.test(node.signature);
  });
  const [only, ...others] = onePerName(fitting);
  return others.length > 0 ? undefined : only?.index;
}

function isMethod({ kind }: SymbolNode): boolean {
  return kind === 'method' || kind === 'function';
}
