import { GraphMemoryError } from '../../base/errors.ts';
import type { Project } from '../../project/project.ts';

/**
 * What people call languages → ids. A language that is written in several grammars means all of them:
 * who looks for TypeScript wants its components too.
 */
const LANGUAGE_WORDS: Readonly<Record<string, readonly string[]>> = {
  typescript: ['typescript', 'tsx'],
  ts: ['typescript', 'tsx'],
  javascript: ['javascript', 'jsx'],
  js: ['javascript', 'jsx'],
  node: ['javascript', 'jsx', 'typescript', 'tsx'],
  ecmascript: ['javascript', 'jsx', 'typescript', 'tsx'],
  react: ['jsx', 'tsx'],
  py: ['python'],
  golang: ['go'],
  rs: ['rust'],
  rb: ['ruby'],
  'c++': ['cpp'],
  cplusplus: ['cpp'],
  'c#': ['csharp'],
  cs: ['csharp'],
  kt: ['kotlin'],
  sh: ['bash'],
  shell: ['bash'],
  ex: ['elixir'],
  hs: ['haskell'],
  ml: ['ocaml'],
  yml: ['yaml'],
  docker: ['dockerfile'],
  make: ['makefile'],
  protobuf: ['proto'],
  gql: ['graphql'],
  md: ['markdown', 'mdx'],
  markdown: ['markdown', 'mdx'],
};

/** @throws {GraphMemoryError} GM_USAGE when the index has no file of a language. */
export function knownLanguages(project: Project, words: readonly string[]): string[] {
  const known = Object.keys(project.status().languages);
  const chosen = new Set<string>();
  for (const word of words) {
    const name = word.trim().toLowerCase();
    const meant = Object.hasOwn(LANGUAGE_WORDS, name) ? (LANGUAGE_WORDS[name] ?? []) : [name];
    const found = meant.filter((id) => known.includes(id));
    if (found.length === 0) throw unknownLanguage(project, word, known);
    for (const id of found) chosen.add(id);
  }
  return [...chosen].sort();
}

function unknownLanguage(
  project: Project,
  word: string,
  known: readonly string[],
): GraphMemoryError {
  return new GraphMemoryError('GM_USAGE', `no file of language "${word}" in ${project.name}`, {
    hint: `Languages of this index: ${known.join(', ')}.`,
    details: { known },
  });
}
