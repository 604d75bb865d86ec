/** Which option a command-line flag sets: the one value that has its words as a name, or what declares it as text. */
import type { SymbolNode } from '../../graph/symbol-graph.ts';
import { candidates, decide } from '../lookup/candidates.ts';
import { type MentionSite, type MentionTarget, singleTarget } from '../lookup/mention-site.ts';
import { asMembers } from '../lookup/mention-text.ts';
import type { SymbolLookup } from '../lookup/symbol-lookup.ts';
import { isOfOptions } from './settings.ts';

/** Behind it its value, or other spellings: `--port <n>, -p`, `--color/--no-color`. */
const FLAG = /^(?:-\w\s*[,/|]\s*)?--((?:no-)?)([a-z][a-z\d]*(?:-[a-z\d]+)*)(?:\s*[,/|[= ].*)?$/s;

/** An environment variable, with what it is set to or as a shell writes it. */
const VARIABLE = /^\$?\{?([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)\}?(?:=.*)?$/s;

/** What reads an environment variable; undefined for text that is none, or has a declaration of its own. */
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
  return reading.length === 0 ? undefined : decide(names, site, reading, 'scoped', false);
}

/** Several words in one text, which may stand in quotes: `hook end`, `'shop:cart:added'`. */
const TEXT = /^(["'`]?)([A-Za-z][A-Za-z\d]*(?:[:/ _-][A-Za-z\d]+)+)\1$/;

/** What code names by the words of a text; undefined where something is declared under it. */
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

/** Undefined when the text is no flag. */
export function resolveFlag(
  names: SymbolLookup,
  site: MentionSite,
  text: string,
): readonly MentionTarget[] | undefined {
  const [, no = '', flag] = FLAG.exec(text.trim()) ?? [];
  if (flag === undefined) return undefined;
  const values = [...asMembers(flag), flag]
    .flatMap((name) => candidates(names, site.context, name))
    .filter(({ kind }) => /^(field|property|variable|accessor)$/.test(kind));
  const ofOptions = values.filter((node) => isOfOptions(names, node));
  const mentioned = decide(names, site, ofOptions, 'scoped', false);
  if (singleTarget(mentioned) !== undefined) return mentioned;
  for (const spelled of new Set([`--${no}${flag}`, `--${flag}`, `=--${flag}`])) {
    const declaring = names.declaringFlag(spelled);
    const resolved = decide(names, site, declaring, 'scoped', false);
    if (singleTarget(resolved) !== undefined) return resolved;
    const file = site.topic === undefined ? undefined : fileOf(names, declaring);
    if (file !== undefined) return [{ node: file, evidence: 'scoped' }];
    if (resolved.length > 0) return resolved;
  }
  // One word is anything's name.
  const isPlain = ofOptions.length > 0 || !flag.includes('-');
  return isPlain ? mentioned : decide(names, site, values, 'scoped', false);
}

/** The one file that several are in. */
function fileOf(
  { graph }: SymbolLookup,
  [first, ...others]: readonly SymbolNode[],
): number | undefined {
  const isOne = first !== undefined && others.every(({ path }) => path === first.path);
  return isOne && others.length > 0 ? graph.fileNode(first.path) : undefined;
}

const KEY = /^[a-z][a-z\d]*(?:[._-][a-z\d]+)*$/;

/** The one place that declares a key of settings as text. */
export function keyAsText(
  names: SymbolLookup,
  site: MentionSite,
  text: string,
): MentionTarget | undefined {
  if (!KEY.test(text)) return undefined;
  return declaredAsText(names, site, text);
}

function declaredAsText(
  names: SymbolLookup,
  site: MentionSite,
  text: string,
): MentionTarget | undefined {
  return singleTarget(decide(names, site, names.declaringFlag(text), 'scoped', false));
}
