/** Finds the uses of a declaration that do not fit its new parameters or types, or may not fit. */
import { escapePattern } from '../base/escape-pattern.ts';
import { misfit, type Parameters, parametersOf } from '../doclinks/snippets/parameters.ts';
import { writtenCalls } from '../extract/passed-arguments.ts';
import type { WrittenTypes } from '../extractors/parameter-rules.ts';
import type { SymbolGraph, SymbolNode } from '../graph/symbol-graph.ts';
import { symbolGroup } from '../graph/symbol-groups.ts';
import { languageById } from '../languages/registry.ts';
import type { Edge } from '../model/edge.ts';
import { type ComparedSide, hasWord } from './own-text.ts';

/** A line whose use does not fit, or of which that is not known. */
export interface Misfit {
  readonly line: number;
  readonly isCertain: boolean;
  readonly reason: string;
}

/** A declaration as it is written. */
interface Declared {
  /** Undefined if it takes none, or if they cannot be parsed. */
  readonly parameters: Parameters | undefined;
  /** The type of the value, or of the result. */
  readonly type: string | undefined;
}

const DECLARATION_CHARACTERS_MAX = 8_000;

/** Compares two versions of one declaration with its uses. */
export class Misfits {
  readonly #graph: SymbolGraph;
  readonly #types: WrittenTypes | undefined;
  readonly #before: Declared;
  readonly #after: Declared;
  /** Whether another declaration of the name may accept a use. */
  readonly #hasOverloads: boolean;

  constructor(
    sides: { readonly old: ComparedSide; readonly now: ComparedSide },
    old: SymbolNode,
    now: SymbolNode,
  ) {
    this.#graph = sides.now.graph;
    this.#types = languageById(now.language)?.parameterRules?.types;
    this.#before = declared(old, sides.old.texts.get(old.path), this.#types);
    this.#after = declared(now, sides.now.texts.get(now.path), this.#types);
    const group = symbolGroup(this.#graph, now.index);
    this.#hasOverloads =
      group.filter((node) => this.#graph.node(node).kind === now.kind).length > 1;
  }

  /**
   * Returns the lines of a use that may not fit any more. The texts are those of the using file. A
   * constructor is called by the name of its class, a function type by that of what has it.
   */
  of(edge: Edge, text: readonly string[], name: string): readonly Misfit[] {
    const { language } = this.#graph.node(edge.source);
    return edge.lines.flatMap((line): readonly Misfit[] => {
      if (edge.kind === 'calls') return this.ofCall(language, text, line, name);
      const found = this.#ofReference();
      return found === undefined ? [] : [{ line, ...found }];
    });
  }

  /** Returns the line if its call of a name may not fit any more. */
  ofCall(language: string, text: readonly string[], line: number, name: string): readonly Misfit[] {
    const found = this.#ofCall(language, text, line, name);
    return found === undefined ? [] : [{ line, ...found }];
  }

  /** Returns the lines of a use of something else that has the changed declaration's type. */
  through(edge: Edge): readonly Misfit[] {
    const reason = this.#ofParameters()?.reason ?? this.ofValue();
    return reason === undefined
      ? []
      : edge.lines.map((line) => ({ line, isCertain: false, reason }));
  }

  /** Returns why a member that overrides the changed one may not fit, with the text of its file. */
  ofOverride(override: SymbolNode, text: string): string | undefined {
    const { parameters, type } = declared(override, text, this.#types);
    const isAdapted =
      parameters?.text === this.#after.parameters?.text && type === this.#after.type;
    return isAdapted ? undefined : (this.#ofParameters()?.reason ?? this.ofValue());
  }

  #ofCall(
    language: string,
    text: readonly string[],
    line: number,
    name: string,
  ): Omit<Misfit, 'line'> | undefined {
    const [before, after] = [this.#before.parameters, this.#after.parameters];
    if (before === undefined || after === undefined) return undefined;
    const own = text[line - 1] ?? '';
    const callee = hasWord(own, name) ? name : (onlyCallee(own) ?? name);
    const calls = writtenCalls(language, text, line - 1, callee);
    const passed = calls.length === 1 ? calls[0] : undefined;
    const first = calls[0] && misfit(after, calls[0]);
    const isBroken = (call: (typeof calls)[number]) =>
      call !== undefined && misfit(before, call) === undefined && misfit(after, call) !== undefined;
    if (calls.length > 1 && first !== undefined && !this.#hasOverloads && calls.every(isBroken))
      return { isCertain: true, reason: first };
    const reason = passed && misfit(after, passed);
    if (passed !== undefined && reason !== undefined && !this.#hasOverloads) {
      const isNew = misfit(before, passed) === undefined;
      return isNew ? { isCertain: true, reason } : undefined;
    }
    const found = passed === undefined ? this.#ofParameters() : this.#ofArguments(passed.parts);
    return found ?? this.#ofResult(own, callee);
  }

  /** Describes the change of the parameters, for a call whose arguments are not known. */
  #ofParameters(): Omit<Misfit, 'line'> | undefined {
    const [before, after] = [this.#before.parameters, this.#after.parameters];
    if (before?.text === after?.text) return undefined;
    const change = after === undefined ? '' : ` to ${after.text}`;
    return { isCertain: false, reason: `its parameters changed${change}` };
  }

  #ofArguments(parts: readonly string[]): Omit<Misfit, 'line'> | undefined {
    const found = parts.flatMap((part, place) => this.#ofArgument(part, place) ?? []);
    return found.find(({ isCertain }) => isCertain) ?? found[0];
  }

  #ofArgument(part: string, place: number): Omit<Misfit, 'line'> | undefined {
    const types = this.#types;
    const [before, after] = [this.#before, this.#after].map(
      ({ parameters }) => parameters?.positional[place],
    );
    // Without a type, a required parameter takes anything, and another one has that of its default.
    const from = before?.type ?? (before?.isRequired === true ? 'unknown' : undefined);
    const to = after?.type;
    if (types === undefined || from === undefined || to === undefined) return undefined;
    const given = types.ofArgument(part);
    const known = given === undefined ? 'unclear' : types.fit(given, to);
    const change = types.fit(from, to);
    if (change === 'yes' || known === 'yes') return undefined;
    const name = this.#after.parameters?.positional[place]?.name ?? '';
    const wasFit = given !== undefined && types.fit(given, from) === 'yes';
    const isCertain = !this.#hasOverloads && ((known === 'no' && wasFit) || change === 'no');
    return { isCertain, reason: `${name} was ${from} and is ${to}` };
  }

  /** A result that nothing reads fits always. */
  #ofResult(line: string, name: string): Omit<Misfit, 'line'> | undefined {
    const isIgnored = new RegExp(
      `^\\s*(?:await\\s+)?[\\w$.?!]*\\b${escapePattern(name)}\\(.*\\);?\\s*$`,
    );
    return isIgnored.test(line) ? undefined : this.#possible(this.ofValue());
  }

  /** A function that is passed on is called elsewhere. */
  #ofReference(): Omit<Misfit, 'line'> | undefined {
    return this.#ofParameters() ?? this.#possible(this.ofValue());
  }

  #possible(reason: string | undefined): Omit<Misfit, 'line'> | undefined {
    return reason === undefined ? undefined : { isCertain: false, reason };
  }

  /** Returns how the type of the value or the result changed, if what reads it may not fit. */
  ofValue(): string | undefined {
    const [from, to] = [this.#before.type, this.#after.type];
    if (from === to) return undefined;
    const isWritten = from !== undefined && to !== undefined;
    if (isWritten && this.#types?.fit(to, from) === 'yes') return undefined;
    return `its type changed${isWritten ? ` from ${from} to ${to}` : ''}`;
  }
}

function declared(
  { start, end, bodyStart, language, name }: SymbolNode,
  file: string | undefined,
  types: WrittenTypes | undefined,
): Declared {
  const text = file?.slice(start, Math.min(end, start + DECLARATION_CHARACTERS_MAX));
  if (text === undefined) return { parameters: undefined, type: undefined };
  const parameters = parametersOf(language, name, text);
  const head = bodyStart > start ? text.slice(0, bodyStart - start) : text;
  const nameAt = head.search(new RegExp(`(?<![\\w$])${escapePattern(name)}(?![\\w$])`));
  const typeAfter = (at: number) => types?.ofResult(head.slice(at));
  // The parameters of a function type are within the type of the value.
  const type = typeAfter(nameAt + name.length) ?? (parameters && typeAfter(parameters.end));
  return { parameters, type };
}

/** Returns the only called name of a line, for a symbol that was imported under another name. */
function onlyCallee(line: string): string | undefined {
  const calls = [...line.matchAll(/([\w$]+)(?:\s*<[^()]*>)?\(/g)].map(([, name]) => name);
  return new Set(calls).size === 1 ? calls[0] : undefined;
}
