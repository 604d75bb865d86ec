/** Members that a type is given from outside, where its own declaration and its bases have none of the name. */
import type { SymbolNode } from '../graph/symbol-graph.ts';
import { isAside } from './aside.ts';
import type { ProjectNames } from './project-names.ts';

/** How a language's own syntax says that a function is another type's member. */
const EXTENSIONS: Readonly<Record<string, RegExp>> = {
  csharp: /\(\s*this\s/,
  kotlin: /\bfun\s+(?:<[^>]*>\s*)?[\w.<>*?, ]+\.\w+\s*[(<]/,
};

/** The one extension method of a name; in Ruby, whose classes are put together as they run, the one method. */
export function memberApart(
  names: ProjectNames,
  language: string,
  name: string,
): number | undefined {
  const isExtension = EXTENSIONS[language];
  if (isExtension === undefined && language !== 'ruby') return undefined;
  const fitting = names.named(name).filter((node) => {
    if (node.language !== language || isAside(node.path)) return false;
    return isExtension === undefined ? isMethod(node) : isExtension.test(node.signature);
  });
  const [only, ...others] = names.whole(fitting);
  return others.length > 0 ? undefined : only?.index;
}

function isMethod({ kind }: SymbolNode): boolean {
  return kind === 'method' || kind === 'function';
}
