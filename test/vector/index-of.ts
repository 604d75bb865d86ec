import { fileTerms } from '../../src/index/file-terms.ts';
import type { TextIndex } from '../../src/index/text-index.ts';
import { buildTextIndex } from '../../src/index/text-index.ts';
import { factsOf } from '../helpers/facts.ts';

/** The text index of files, by path. */
export function indexOf(files: Readonly<Record<string, string>>): TextIndex {
  const paths = Object.keys(files).sort();
  return buildTextIndex(
    paths.map((path) => {
      const facts = factsOf(path, files[path] ?? '');
      return { path: facts.path, terms: fileTerms(facts, files[path] ?? '') };
    }),
  );
}
