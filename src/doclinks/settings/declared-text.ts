/**
 * Resolves flags, environment variables, settings keys and other text to the code that declares or
 * reads them as text.
 */
import { candidates, decide } from '../lookup/candidates.ts';
import { type MentionSite, type MentionTarget, singleTarget } from '../lookup/mention-site.ts';
import type { SymbolLookup } from '../lookup/symbol-lookup.ts';

/** Matches a flag with its value or other spellings: `--port <n>, -p`, `--color/--no-color`. */
const FLAG = /^(?:-\w\s*[,/|]\s*)?--((?:no-)?)([a-z][a-z\d]*(?:-[a-z\d]+)*)(?:\s*[,/|[= ].*)?$/s;

/** Matches an environment variable, alone, with a value, or in shell syntax. */
const VARIABLE = /^\$?\{?([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)\}?(?:=.*)?$/s;

/**
 * Returns the code that reads an environment variable. Returns undefined for other text, or when a
 * symbol of that name is declared.
 */
export function resolveVariable(
  names: SymbolLookup,
  site: MentionSite,
  text: string,
): readonly MentionTarget[] | undefined {
  const variable = VARIABLE.exec(text.trim())?.[1];
  if (variable === undefined || candidates(names, site.context, variable).length > 0) {
    return undefined;
  }
  const reading = names.declaringFlag(variable);
  return reading.length === 0 ? undefined : decide(names, site, reading, false);
}

/** Matches several words in one text, with or without quotes: `hook end`, `'shop:cart:added'`. */
const TEXT = /^(["'`]?)([A-Za-z][A-Za-z\d]*(?:[:/ _-][A-Za-z\d]+)+)\1$/;

/**
 * Returns the code that uses the text as a name. Returns undefined when a symbol of that name is
 * declared.
 */
export function resolveNamedText(
  names: SymbolLookup,
  site: MentionSite,
  text: string,
): MentionTarget | undefined {
  const [, , named] = TEXT.exec(text.trim()) ?? [];
  if (named === undefined || site.isHeading || site.leadsOutside) return undefined;
  const declared = candidates(names, site.context, named);
  if (declared.some((node) => names.isOutermost(node))) return undefined;
  return declaredAsText(names, site, `=${named}`);
}

/** Returns undefined when the text is no flag. */
export function resolveFlag(
  names: SymbolLookup,
  site: MentionSite,
  text: string,
): readonly MentionTarget[] | undefined {
  const [, no = '', flag] = FLAG.exec(text.trim()) ?? [];
  if (flag === undefined) return undefined;
  for (const spelled of new Set([`--${no}${flag}`, `--${flag}`, `=--${flag}`])) {
    const resolved = decide(names, site, names.declaringFlag(spelled), false);
    if (resolved.length > 0) return resolved;
  }
  return [];
}

const KEY = /^[a-z][a-z\d]*(?:[._-][a-z\d]+)*$/;

/** Matches `{work_dir}`, where a value is inserted, and `package = wheel`, where it is set. */
const WRITTEN = /^(?:\{([a-z][\w-]*)\}|([a-z][\w-]*)\s*=\s*\S.*)$/s;

/** Returns the only place that declares a settings key as text. */
export function keyAsText(
  names: SymbolLookup,
  site: MentionSite,
  text: string,
): MentionTarget | undefined {
  return KEY.test(text) ? declaredAsText(names, site, text) : undefined;
}

/** Does the same for a key in the syntax of a settings file, which is no name in code. */
export function writtenKeyAsText(
  names: SymbolLookup,
  site: MentionSite,
  text: string,
): MentionTarget | undefined {
  const [, inserted, set] = WRITTEN.exec(text) ?? [];
  const key = inserted ?? set ?? (text.includes('-') ? text : undefined);
  return key === undefined ? undefined : keyAsText(names, site, key);
}

function declaredAsText(
  names: SymbolLookup,
  site: MentionSite,
  text: string,
): MentionTarget | undefined {
  return singleTarget(decide(names, site, names.declaringFlag(text), false));
}
