/**
 * Determines exactly what a module exports. A name is reported as not exported only if the module's
 * exports are fully known.
 */
import type { ModuleTarget } from '../../extractors/language.ts';
import { languageById } from '../../languages/registry.ts';
import { OP, opAt, operandAt } from '../../model/expression.ts';
import type { ExpressionId, FileFacts } from '../../model/facts.ts';
import type { RepoPath } from '../../model/path.ts';
import type { Project } from './linked-project.ts';
import type { SymbolLookup } from './symbol-lookup.ts';

/** A project's code, as far as checks of pages need it. */
export interface Code extends Project {
  /** Returns the facts that the graph was built from, or undefined when they are unavailable. */
  readonly factsOf: (path: RepoPath) => FileFacts | undefined;
}

export type Exported =
  | { readonly form: 'symbol'; readonly node: number }
  /** The name exists, or may exist. */
  | { readonly form: 'something' }
  | { readonly form: 'missing' };

const SOMETHING: Exported = { form: 'something' };
const NOT_EXPORTED: Exported = { form: 'missing' };

export function exportOf(
  code: Code,
  names: SymbolLookup,
  files: readonly RepoPath[],
  name: string,
): Exported {
  const [path] = files;
  const language = path === undefined ? undefined : code.factsOf(path)?.language;
  if (path === undefined || language === undefined) return SOMETHING;
  if (files.length === 1 && languageById(language)?.listsExports !== undefined) {
    return ofFile(code, path, name, new Set());
  }
  const node = names.exported(files, name);
  return node === undefined ? SOMETHING : { form: 'symbol', node };
}

/** Returns the names that a file exports itself or re-exports by `*`. */
export function exportNames(code: Code, path: RepoPath, seen = new Set<RepoPath>()): Set<string> {
  const found = new Set<string>();
  const facts = seen.has(path) ? undefined : code.factsOf(path);
  seen.add(path);
  for (const row of facts?.exports ?? []) {
    if (row.form !== 'all') found.add(row.name);
    else if (facts !== undefined) {
      const target = targetOf(code, facts, row.module);
      if (target.form !== 'file') continue;
      for (const name of exportNames(code, target.path, seen)) found.add(name);
    }
  }
  return found;
}

function ofFile(code: Code, path: RepoPath, name: string, seen: Set<RepoPath>): Exported {
  if (seen.has(path)) return NOT_EXPORTED;
  seen.add(path);
  const facts = code.factsOf(path);
  if (facts === undefined) return SOMETHING;
  const own = facts.exports.filter((row) => row.form !== 'all' && row.name === name);
  if (own.length > 0) {
    const found = own.map((row): Exported => {
      if (row.form === 'local') return ofExpression(code, facts, row.expression, seen);
      return row.form === 'from' ? through(code, facts, row.module, row.source, seen) : SOMETHING;
    });
    // A re-exported name exists, even if its origin cannot be resolved.
    return oneOf(code, found) ?? SOMETHING;
  }
  if (isOpen(facts)) return SOMETHING;
  for (const row of facts.exports) {
    if (row.form !== 'all') continue;
    const found = through(code, facts, row.module, name, seen);
    if (found.form !== 'missing') return found;
  }
  return NOT_EXPORTED;
}

/** Returns the single symbol that all results refer to; overloads count as one. */
function oneOf({ graph }: Code, found: readonly Exported[]): Exported | undefined {
  const nodes = found.map((one) => (one.form === 'symbol' ? graph.node(one.node) : undefined));
  const [first] = nodes;
  const isOne = nodes.every(
    (node) =>
      node?.parent === first?.parent && node?.name === first?.name && node?.kind === first?.kind,
  );
  return isOne && first !== undefined ? { form: 'symbol', node: first.index } : undefined;
}

/** Whether a file exports names that its text does not list. */
function isOpen({ exports, declarations, language }: FileFacts): boolean {
  if (exports.length === 0) return languageById(language)?.listsExports !== 'always';
  if (exports.some((row) => row.form !== 'all' && row.name === '=')) return true;
  return declarations.some(({ name, parent }) => name === '__getattr__' && parent < 0);
}

function ofExpression(
  code: Code,
  facts: FileFacts,
  expression: ExpressionId,
  seen: Set<RepoPath>,
): Exported {
  switch (opAt(facts.expressions, expression)) {
    case OP.declaration: {
      const file = code.graph.fileNode(facts.path);
      if (file === undefined) return SOMETHING;
      return { form: 'symbol', node: file + 1 + operandAt(facts.expressions, expression, 0) };
    }
    case OP.binding: {
      const binding = facts.bindings[operandAt(facts.expressions, expression, 0)];
      if (binding === undefined) return SOMETHING;
      return through(code, facts, binding.module, binding.name, seen);
    }
    case OP.firstOf: {
      const found = ofExpression(code, facts, operandAt(facts.expressions, expression, 0), seen);
      return found.form === 'symbol' ? found : SOMETHING;
    }
    default:
      return SOMETHING;
  }
}

function through(
  code: Code,
  facts: FileFacts,
  module: number,
  name: string,
  seen: Set<RepoPath>,
): Exported {
  const target = targetOf(code, facts, module);
  if (target.form !== 'file' || name === '*' || name === '=') return SOMETHING;
  return ofFile(code, target.path, name, seen);
}

function targetOf(code: Code, facts: FileFacts, module: number): ModuleTarget {
  const specifier = facts.imports[module]?.specifier;
  if (specifier === undefined) return { form: 'unsupported' };
  return code.moduleOf(facts.language, facts.path, specifier);
}
