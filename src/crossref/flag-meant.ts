/** Which option a command-line flag sets: the one value that has its words as a name, or what declares it as text. */
import type { SymbolNode } from '../graph/symbol-graph.ts';
import { candidates, decide } from './candidates.ts';
import { asMembers } from './mention-text.ts';
import { decided, type Meant, type Place } from './place.ts';
import type { ProjectNames } from './project-names.ts';
import { isOfOptions } from './settings.ts';

/** Behind it its value, or other spellings: `--port <n>, -p`, `--color/--no-color`. */
const FLAG = /^(?:-\w\s*[,/|]\s*)?--((?:no-)?)([a-z][a-z\d]*(?:-[a-z\d]+)*)(?:\s*[,/|[= ].*)?$/s;

/** An environment variable, with what it is set to or as a shell writes it. */
const VARIABLE = /^\$?\{?([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)\}?(?:=.*)?$/s;

/** What reads an environment variable; undefined for text that is none, or has a declaration of its own. */
export function variableMeant(
  names: ProjectNames,
  place: Place,
  text: string,
): readonly Meant[] | undefined {
  const variable = VARIABLE.exec(text.trim())?.[1];
  if (variable === undefined || candidates(names, place.context, variable).length > 0) {
    return undefined;
  }
  const reading = names.declaringFlag(variable);
  return reading.length === 0 ? undefined : decide(names, place, reading, 'scoped', false);
}

/** Several words in one text, which may stand in quotes: `hook end`, `'shop:cart:added'`. */
const TEXT = /^(["'`]?)([A-Za-z][A-Za-z\d]*(?:[:/ _-][A-Za-z\d]+)+)\1$/;

/** What code names by the words of a text; undefined where something is declared under it. */
export function namedTextMeant(names: ProjectNames, place: Place, text: string): Meant | undefined {
  const [, , named] = TEXT.exec(text.trim()) ?? [];
  if (named === undefined || place.isHeading || place.leadsOutside) return undefined;
  const declared = candidates(names, place.context, named);
  if (declared.some((node) => names.isOutermost(node))) return undefined;
  return declaredAsText(names, place, `=${named}`);
}

/** Undefined when the text is no flag. */
export function flagMeant(
  names: ProjectNames,
  place: Place,
  text: string,
): readonly Meant[] | undefined {
  const [, no = '', flag] = FLAG.exec(text.trim()) ?? [];
  if (flag === undefined) return undefined;
  const values = [...asMembers(flag), flag]
    .flatMap((name) => candidates(names, place.context, name))
    .filter(({ kind }) => /^(field|property|variable|accessor)$/.test(kind));
  const ofOptions = values.filter((node) => isOfOptions(names, node));
  const meant = decide(names, place, ofOptions, 'scoped', false);
  if (decided(meant) !== undefined) return meant;
  for (const spelled of new Set([`--${no}${flag}`, `--${flag}`, `=--${flag}`])) {
    const declaring = names.declaringFlag(spelled);
    const told = decide(names, place, declaring, 'scoped', false);
    if (decided(told) !== undefined) return told;
    const file = place.subject === undefined ? undefined : fileOf(names, declaring);
    if (file !== undefined) return [{ node: file, evidence: 'scoped' }];
    if (told.length > 0) return told;
  }
  // One word is anything's name.
  const isPlain = ofOptions.length > 0 || !flag.includes('-');
  return isPlain ? meant : decide(names, place, values, 'scoped', false);
}

/** The one file that several are in. */
function fileOf(
  { graph }: ProjectNames,
  [first, ...others]: readonly SymbolNode[],
): number | undefined {
  const isOne = first !== undefined && others.every(({ path }) => path === first.path);
  return isOne && others.length > 0 ? graph.fileNode(first.path) : undefined;
}

const KEY = /^[a-z][a-z\d]*(?:[._-][a-z\d]+)*$/;

/** The one place that declares a key of settings as text. */
export function keyAsText(names: ProjectNames, place: Place, text: string): Meant | undefined {
  if (!KEY.test(text)) return undefined;
  return declaredAsText(names, place, text);
}

function declaredAsText(names: ProjectNames, place: Place, text: string): Meant | undefined {
  return decided(decide(names, place, names.declaringFlag(text), 'scoped', false));
}
