/** Which option a command-line flag sets: the one value that has its words as a name. */
import { candidates, decide } from './candidates.ts';
import { asMembers } from './mention-text.ts';
import type { Meant, Place } from './place.ts';
import type { ProjectNames } from './project-names.ts';
import { isOfOptions } from './settings.ts';

const FLAG = /^(?:-\w\s*[,/|]\s*)?--(?:no-)?([a-z][a-z\d]*(?:-[a-z\d]+)*)(?:[ =].*)?$/s;

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
  const flag = FLAG.exec(text.trim())?.[1];
  if (flag === undefined) return undefined;
  const values = asMembers(flag)
    .flatMap((name) => candidates(names, place.context, name))
    .filter(({ kind }) => /^(field|property|variable|accessor)$/.test(kind));
  const ofOptions = values.filter((node) => isOfOptions(names, node));
  // One word is anything's name.
  const found = ofOptions.length > 0 || !flag.includes('-') ? ofOptions : values;
  const meant = decide(names, place, found, 'scoped', false);
  if (meant.length === 1 && meant[0]?.evidence !== 'nameOnly') return meant;
  const declaring = decide(names, place, names.declaringFlag(`--${flag}`), 'scoped', false);
  return declaring.length > 0 ? declaring : meant;
}
