/** Which option a command-line flag sets: the one value that has its words as a name. */
import type { SymbolNode } from '../graph/symbol-graph.ts';
import { candidates, decide } from './candidates.ts';
import type { Meant, Place } from './place.ts';
import type { ProjectNames } from './project-names.ts';

const FLAG = /^--(?:no-)?([a-z][a-z\d]*(?:-[a-z\d]+)*)(?:[ =].*)?$/s;
const OPTIONS = /config|option|setting|flag|param|^args$|args?(?=[A-Z]|$)|^cli/i;

/** Undefined when the text is no flag. */
export function flagMeant(
  names: ProjectNames,
  place: Place,
  text: string,
): readonly Meant[] | undefined {
  const words = FLAG.exec(text.trim())?.[1]?.split('-');
  if (words === undefined) return undefined;
  const spelled = new Set([camel(words), words.join('_')]);
  const values = [...spelled]
    .flatMap((name) => candidates(names, place.context, name))
    .filter(({ kind }) => /^(field|property|variable|accessor)$/.test(kind));
  const ofOptions = values.filter((node) => isOfOptions(names, node));
  // One word is anything's name.
  const found = ofOptions.length > 0 || words.length === 1 ? ofOptions : values;
  return decide(names, place, found, 'scoped', false);
}

/** A member of what its name says to be options. */
export function isOfOptions({ graph }: ProjectNames, { parent }: SymbolNode): boolean {
  if (parent < 0) return false;
  const { kind, name } = graph.node(parent);
  return kind !== 'file' && OPTIONS.test(name);
}

function camel([first = '', ...rest]: readonly string[]): string {
  return first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
