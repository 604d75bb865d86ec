/** Reads code within a page: its imports, uses and declarations, from the facts of its language. */
import { at } from '../base/assert.ts';
import type { GrammarLanguage } from '../extractors/language.ts';
import { languageByAlias, languageById, languageOf } from '../languages/registry.ts';
import { arityAt, OP, opAt, operandAt } from '../model/expression.ts';
import {
  type ExpressionId,
  type FileFacts,
  NO_EXPRESSION,
  REFERENCE_FORMS,
  REFERENCE_WIDTH,
} from '../model/facts.ts';
import type { SnippetFacts, SnippetImport, SnippetUse } from '../model/page.ts';
import { passedArguments } from './passed-arguments.ts';

/** Maximum number of variables through which a value is followed. */
const DEPTH_MAX = 12;
const USES_MAX = 500;

/**
 * Returns the language of a code block if its names can be resolved. Commands, queries and data do
 * not refer to declarations.
 */
export function snippetLanguage(word: string): GrammarLanguage | undefined {
  const language = languageById(word) ?? languageOf(`x.${word}`) ?? languageByAlias(word);
  if (language?.grammar === undefined || language.hasNoSnippets === true) return undefined;
  return /^(full|structure)$/.test(language.support) ? language : undefined;
}

/** Returns the input of an interactive session without prompts and output, on the same lines. */
export function withoutPrompts(code: string): string {
  if (!/^>>> /m.test(code)) return code;
  return code
    .split('\n')
    .map((line) => (/^(>>>|\.\.\.)( |$)/.test(line) ? line.slice(4) : ''))
    .join('\n');
}

/** Converts the facts of a code block. `line` is the line of the code's first line in the page. */
export function snippetFacts(facts: FileFacts, code: string, line: number): SnippetFacts {
  const lines = code.split('\n');
  const lineOf = (own: number): number => line + own - 1;
  const uses = new Map<string, SnippetUse>();
  const { references } = facts;
  for (let row = 0; row < references.length && uses.size < USES_MAX; row += REFERENCE_WIDTH) {
    const form = at(REFERENCE_FORMS, at(references, row + 1));
    const start = ofBase(facts, startOf(facts, at(references, row + 2), 0));
    if (start === undefined || form === 'doc') continue;
    const isCall = form !== 'value' && form !== 'type';
    const own = at(references, row + 3);
    const callee = start.steps.at(-1) ?? '';
    const passed = isCall && passedArguments(facts.language, lines, own - 1, callee);
    const receiver = receiverOf(start.steps, lines[own - 1] ?? '');
    const use = { ...start, isCall, receiver, ...(passed ? { passed } : {}), line: lineOf(own) };
    uses.set(JSON.stringify(use), use);
  }
  const add = (start: Start, own: number, isCall: boolean): void => {
    const use = { ...start, isCall, receiver: '', line: lineOf(own) };
    if (uses.size < USES_MAX) uses.set(JSON.stringify(use), use);
  };
  for (const { steps, line: own } of namedDecorators(facts, lines)) {
    add({ module: -1, steps }, own, true);
  }
  for (const { expression, line: own } of facts.shapes.flatMap(({ heritage }) => heritage)) {
    const start = startOf(facts, expression, 0);
    if (start !== undefined) add({ ...start, steps: withoutInstance(start.steps) }, own, false);
  }
  const shown = new Set<string>();
  for (const { name, start, line: own } of signaturesOf(facts)) {
    shown.add(name);
    add(start, own, true);
  }
  return {
    imports: facts.imports.map((fact): SnippetImport => {
      const isWhole = fact.names.some((name) => name === '*' || name === 'default');
      return {
        specifier: fact.specifier,
        // An implicit import of the own package is not in the source text.
        names: fact.form === 'implicit' ? [] : fact.names,
        alias: isWhole ? aliasOf(lines[fact.line - 1] ?? '') : '',
        line: lineOf(fact.line),
      };
    }),
    uses: [...uses.values()],
    declares: facts.declarations
      .filter(({ parent, name }) => parent < 0 && !shown.has(name))
      .map(({ name }) => name),
  };
}

/**
 * Returns Go functions without a body. They are shown rather than declared: `func (c *Cart)
 * Add(item Item) error`.
 */
function signaturesOf(facts: FileFacts) {
  const { language, declarations, shapes } = facts;
  if (languageById(language)?.showsBodilessFunctions !== true) return [];
  return declarations.flatMap(({ kind, name, parent, bodyStart, end, startLine }, index) => {
    if (!/^(function|method)$/.test(kind) || parent >= 0 || bodyStart !== end) return [];
    const receiver = shapes[index]?.receiver ?? NO_EXPRESSION;
    const owner = startOf(facts, receiver, 0);
    if (owner === undefined && receiver !== NO_EXPRESSION) return [];
    const steps = [...withoutInstance(owner?.steps ?? []), name];
    return [{ name, start: { module: owner?.module ?? -1, steps }, line: startLine }];
  });
}

const NAMED_DECORATOR = /^\s*@([A-Za-z_$][\w$.]*)\s*$/;

/**
 * Returns unbound decorators. Facts hold no unbound value names, but a decorator is called and
 * therefore counts.
 */
function namedDecorators({ language, bindings }: FileFacts, lines: readonly string[]) {
  if (languageById(language)?.hasDecorators !== true) return [];
  const bound = new Set(bindings.map(({ name }) => name));
  return lines.flatMap((text, row) => {
    const steps = NAMED_DECORATOR.exec(text)?.[1]?.split('.') ?? [];
    return steps.length === 0 || bound.has(steps[0] ?? '') ? [] : [{ steps, line: row + 1 }];
  });
}

/** Returns the name before the last member, if it is the result of a call with another name. */
function receiverOf(steps: readonly string[], line: string): string {
  const last = steps.at(-1) ?? '';
  if (!/^(new)?\(\)$/.test(steps.at(-2) ?? '') || !/^\w+$/.test(last)) return '';
  return new RegExp(`(?<![\\w.)])([A-Za-z_]\\w*)\\.${last}\\b`).exec(line)?.[1] ?? '';
}

/**
 * Returns the local name of a module, which facts do not hold: `import * as z`, `import numpy as
 * np`, `import fs`.
 */
function aliasOf(line: string): string {
  const renamed = /\bas\s+([\w$]+)/.exec(line)?.[1];
  const named = renamed ?? /\b(?:import|const|let|var)\s+([\w$]+)/.exec(line)?.[1];
  if (named !== undefined) return named;
  // Go: a name before the path, or the end of the path without its major version.
  const [, own, path = ''] = /^\s*(?:import\s+)?(?:(\w+)\s+)?"([^"]+)"/.exec(line) ?? [];
  return own ?? /[\w-]+$/.exec(path.replace(/\/v\d+$/, ''))?.[0] ?? '';
}

type Start = Pick<SnippetUse, 'module' | 'steps'>;

/**
 * Returns the start of an expression's access path; undefined when it does not start with a name.
 */
function startOf(facts: FileFacts, id: ExpressionId, depth: number): Start | undefined {
  if (depth > DEPTH_MAX || id === NO_EXPRESSION) return undefined;
  const { expressions: table, strings } = facts;
  const operand = (index: number): number => operandAt(table, id, index);
  const then = (start: Start | undefined, step: string): Start | undefined =>
    start && { ...start, steps: [...start.steps, step] };
  const inner = (expression: ExpressionId): Start | undefined =>
    startOf(facts, expression, depth + 1);
  switch (opAt(table, id)) {
    case OP.binding: {
      const { module, name } = at(facts.bindings, operand(0));
      return { module, steps: [name === '=' ? '*' : name] };
    }
    case OP.module:
      return { module: operand(0), steps: ['*'] };
    case OP.free:
      return { module: -1, steps: [plainName(at(strings, operand(0)))] };
    case OP.member:
      return then(inner(operand(0)), plainName(at(strings, operand(1))));
    case OP.call:
      return then(inner(operand(0)), '()');
    case OP.construct:
      return then(inner(operand(0)), 'new()');
    case OP.ofType:
      return then(inner(operand(0)), 'new()');
    case OP.named:
    case OP.awaited:
      return inner(operand(0));
    case OP.firstOf:
      // Uses of the project in a page's code are top-level.
      if (languageById(facts.language)?.looksUpOutwards === true) {
        return inner(operand(arityAt(table, id) - 1));
      }
      for (let index = 0; index < arityAt(table, id); index++) {
        const found = inner(operand(index));
        if (found !== undefined) return found;
      }
      return undefined;
    case OP.declaration: {
      const shape = facts.shapes[operand(0)];
      if (shape === undefined) return undefined;
      const type = then(inner(shape.type), 'new()');
      return type ?? (shape.callable ? undefined : inner(shape.value));
    }
    default:
      return undefined;
  }
}

function withoutInstance(steps: readonly string[]): readonly string[] {
  return steps.at(-1) === 'new()' ? steps.slice(0, -1) : steps;
}

/**
 * In Ruby, a call on a class of the code block itself resolves to its base: `class A < Shop::Base;
 * sells :b; end`.
 */
function ofBase(facts: FileFacts, start: Start | undefined): Start | undefined {
  const [name = '', ...rest] = start?.steps ?? [];
  if (rest.length === 0 || languageById(facts.language)?.callsBaseInClassBody !== true)
    return start;
  const own = facts.declarations.findIndex(
    ({ kind, name: one }) => kind === 'class' && one === name.split('::').at(-1),
  );
  const [base] = facts.shapes[own]?.heritage ?? [];
  const inherited = base && startOf(facts, base.expression, 0);
  return inherited === undefined
    ? start
    : { ...inherited, steps: [...withoutInstance(inherited.steps), 'new()', ...rest] };
}

function plainName(name: string): string {
  return name.endsWith('()') ? name.slice(0, -2) : name;
}
