/** Which option a command-line flag sets: the one value that has its words as a name, or what declares it as text. */
import { candidates, decide } from './candidates.ts';
import { asMembers } from './mention-text.ts';
import { decided, type Meant, type Place } from './place.ts';
import type { ProjectNames } from './project-names.ts';
import { isOfOptions } from './settings.ts';

const FLAG = /^(?:-\w\s*[,/|]\s*)?--((?:no-)?)([a-z][a-z\d]*(?:-[a-z\d]+)*)(?:[ =].*)?$/s;

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

/** Undefined when the text is no flag. */
export function flagMeant(
  names: ProjectNames,
  place: Place,
  text: string,
): readonly Meant[] | undefined {
  const [, no = '', flag] = FLAG.exec(text.trim()) ?? [];
  if (flag === undefined) return undefined;
  const values = asMembers(flag)
    .flatMap((name) => candidates(names, place.context, name))
    .filter(({ kind }) => /^(field|property|variable|accessor)$/.test(kind));
  const ofOptions = values.filter((node) => isOfOptions(names, node));
  const meant = decide(names, place, ofOptions, 'scoped', false);
  if (decided(meant) !== undefined) return meant;
  for (const spelled of new Set([`--${no}${flag}`, `--${flag}`])) {
    const declaring = decide(names, place, names.declaringFlag(spelled), 'scoped', false);
    if (declaring.length > 0) return declaring;
  }
  // One word is anything's name.
  const isPlain = ofOptions.length > 0 || !flag.includes('-');
  return isPlain ? meant : decide(names, place, values, 'scoped', false);
}

const KEY = /^[a-z][a-z\d]*(?:[._-][a-z\d]+)*$/;

/** The one place that declares a key of settings as text. */
export function keyAsText(names: ProjectNames, place: Place, text: string): Meant | undefined {
  if (!KEY.test(text)) return undefined;
  return decided(decide(names, place, names.declaringFlag(text), 'scoped', false));
}
