/**
 * Parses the parameters of a declaration from its text, and checks whether a call satisfies them.
 */
import { bracketedList } from '../../base/bracketed.ts';
import type { Parameter, ParameterRules } from '../../extractors/parameter-rules.ts';
import { languageById } from '../../languages/registry.ts';
import type { PassedArguments } from '../../model/page.ts';

export interface Parameters {
  readonly positional: readonly Parameter[];
  /** Parameters that can only be passed by name. */
  readonly named: readonly Parameter[];
  readonly takesMore: boolean;
  readonly takesAnyName: boolean;
  /** Whether the first parameter is the receiver, such as `self`. */
  readonly receiver: 'none' | 'instance' | 'type';
  /** The parameter list as written, on one line. */
  readonly text: string;
  /** Offset behind the parameter list. */
  readonly end: number;
}

const TEXT_CHARACTERS_MAX = 160;

/** Parses the parameters in the declaration's `text`. Returns undefined when they are not plain. */
export function parametersOf(language: string, name: string, text: string): Parameters | undefined {
  const { parameterRules, hashComments = false } = languageById(language) ?? {};
  const open = parameterRules === undefined ? undefined : openingOf(parameterRules, name, text);
  if (parameterRules === undefined || open === undefined) return undefined;
  const { read, methodKind } = parameterRules;
  const list = bracketedList(text, open, { hasTypes: true, hasHashComments: hashComments });
  if (list === undefined) return undefined;
  // After a colon, brackets may also group a type that is no function.
  if (/:\s*$/.test(text.slice(0, open)) && !/^\s*=>/.test(text.slice(list.end))) return undefined;
  const positional: Parameter[] = [];
  const named: Parameter[] = [];
  let isOnlyNamed = false;
  let takesMore = false;
  let takesAnyName = false;
  let receiver: Parameters['receiver'] = 'none';
  for (const part of list.parts.map((one) => read(one.trim()))) {
    if (part === 'onlyNamed') isOnlyNamed = true;
    else if (part === 'receiver') receiver = 'instance';
    else if (part === 'nothing') continue;
    else if (part.isAnyName === true) takesAnyName = true;
    else if (part.isRest === true) takesMore = isOnlyNamed = true;
    else (isOnlyNamed ? named : positional).push(part);
  }
  if (methodKind !== undefined) {
    const own = methodKind(text);
    if (own === undefined) return undefined;
    if (/^(?:self|cls)$/.test(positional[0]?.name ?? '') && own !== 'static') {
      receiver = own === 'class' ? 'type' : 'instance';
      positional.shift();
    }
  }
  const shown = `${name}(${list.parts.join(', ')})`.replace(/\s+/g, ' ');
  const whole = { positional, named, takesMore, takesAnyName, receiver, end: list.end };
  return { ...whole, text: shown.slice(0, TEXT_CHARACTERS_MAX) };
}

/** Returns why a call does not match a declaration, or undefined when it may match. */
export function misfit(expected: Parameters, passed: PassedArguments): string | undefined {
  const { positional, named, takesMore, takesAnyName } = expected;
  const known = new Set([...positional, ...named].map(({ name }) => name));
  const unknown = passed.named.find((name) => !known.has(name));
  if (unknown !== undefined && !takesAnyName) return `it has no parameter ${unknown}`;
  if (passed.positional > positional.length && !takesMore) {
    return `it takes ${positional.length} at most, ${passed.positional} are given`;
  }
  const given = new Set(passed.named);
  const missing = [...positional.slice(passed.positional), ...named].find(
    ({ name, isRequired }) => isRequired && !given.has(name),
  );
  return missing === undefined ? undefined : `it needs ${missing.name}, which is not given`;
}

/** Returns where the parameter list opens: after the name and its type parameters. */
function openingOf(
  { before, hasSquareTypeParameters }: ParameterRules,
  name: string,
  text: string,
): number | undefined {
  const own = name.replaceAll('$', '\\$');
  const found = new RegExp(`${before}${own}(?![\\w$])`).exec(text);
  if (found === null) return undefined;
  const brackets = hasSquareTypeParameters ? '<[' : '<';
  let at: number | undefined = found.index + found[0].length;
  at = afterTypeParameters(text, at + lengthOf(/^\s*\??\s*/, text.slice(at)), brackets);
  if (at === undefined) return undefined;
  // An arrow function assigned to a constant, or a function type. If the type is a name, the text
  // does not show the parameters.
  at += lengthOf(/^(?:=\s*(?:async\b\s*)?|[?!]?\s*:\s*)(?=[<(])/, text.slice(at));
  at = afterTypeParameters(text, at, brackets);
  return at !== undefined && text.charAt(at) === '(' ? at : undefined;
}

/** Returns the offset behind type parameters and blanks, if there are any. Undefined if they do not end. */
function afterTypeParameters(text: string, at: number, brackets: string): number | undefined {
  const open = text.charAt(at);
  if (open === '' || !brackets.includes(open)) return at;
  const types = bracketedList(text, at, { hasTypes: true, hasHashComments: false });
  return types && types.end + lengthOf(/^\s*/, text.slice(types.end));
}

function lengthOf(pattern: RegExp, text: string): number {
  return pattern.exec(text)?.[0].length ?? 0;
}
