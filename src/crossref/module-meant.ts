/** Which file is a module that is called one: the `content` module. */
import { isCommonModule, isCommonName } from './common-names.ts';
import { dottedTarget } from './dotted-name.ts';
import type { SpelledName } from './mention-text.ts';
import type { Meant, Place } from './place.ts';
import type { ProjectNames } from './project-names.ts';

export function moduleMeant(
  names: ProjectNames,
  { context, noun, leadsOutside }: Place,
  { parts, isCall }: SpelledName,
): Meant | undefined {
  if (noun !== 'module' || isCall || leadsOutside) return undefined;
  const dotted = dottedTarget(names, context.path, parts);
  if (dotted !== undefined) return { node: dotted, evidence: 'exact' };
  const [first = ''] = parts;
  if (isCommonName(first) || isCommonModule(first)) return undefined;
  const node = names.onlyFile(names.modulesNamed(parts.join('/')));
  return node === undefined ? undefined : { node, evidence: 'scoped' };
}
