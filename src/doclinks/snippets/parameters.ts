/** What a declaration asks of its callers, read from its own text, and whether a call gives it. */
import { bracketedList } from '../../base/bracketed.ts';
import type { Parameter, ParameterRules } from '../../extractors/parameter-rules.ts';
import { languageById } from '../../languages/registry.ts';
import type { PassedArguments } from '../../model/page.ts';

export interface Parameters {
  readonly positional: readonly Parameter[];
  /** Only by name. */
  readonly named: readonly Parameter[];
  readonly takesMore: boolean;
  readonly takesAnyName: boolean;
  /** The first is the receiver: `self`. */
  readonly receiver: 'none' | 'instance' | 'type';
  /** As it is written, on one line. */
  readonly text: string;
}

const TEXT_CHARACTERS_MAX = 160;

/** `text` is that of the declaration; undefined where its parameters are not plain. */
export function parametersOf(language: string, name: string, text: string): Parameters | undefined {
  const { parameterRules, hashComments = false } = languageById(language) ?? {};
  const open = parameterRules === undefined ? undefined : openingOf(parameterRules, name, text);
  if (parameterRules === undefined || open === undefined) return undefined;
  const { read, methodKind } = parameterRules;
  const list = bracketedList(text, open, { hasTypes: true, hasHashComments: hashComments });
  if (list === undefined) return undefined;
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
  const whole = { positional, named, takesMore, takesAnyName, receiver };
  return { ...whole, text: shown.slice(0, TEXT_CHARACTERS_MAX) };
}

/** Why a call cannot be one of a declaration; undefined when it can. */
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

/** Where the list of parameters opens: behind the name and its type parameters. */
function openingOf(
  { before, hasSquareTypeParameters }: ParameterRules,
  name: string,
  text: string,
): number | undefined {
  const own = name.replaceAll('$', '\\$');
  const found = new RegExp(`${before}${own}(?![\\w$])`).exec(text);
  if (found === null) return undefined;
  let at = found.index + found[0].length;
  // An arrow function that a constant holds; one of a written type says nothing itself.
  const arrow = /^\s*=\s*(?:async\b\s*)?(?=[<(])/.exec(text.slice(at));
  if (arrow !== null) at += arrow[0].length;
  at += /^\s*\??\s*/.exec(text.slice(at))?.[0].length ?? 0;
  const generic = text.charAt(at);
  if (generic === '<' || (generic === '[' && hasSquareTypeParameters)) {
    const types = bracketedList(text, at, { hasTypes: true, hasHashComments: false });
    if (types === undefined) return undefined;
    at = types.end + (/^\s*/.exec(text.slice(types.end))?.[0].length ?? 0);
  }
  return text.charAt(at) === '(' ? at : undefined;
}
