import type { GrammarLanguage } from '../language.ts';
import { pathModules } from '../path-modules.ts';
import { extractStructure } from './extract.ts';
import type { StructureSpec } from './spec.ts';

/** Creates a language with structure support from its table; modules are resolved by path. */
export function structureLanguage(
  language: Pick<GrammarLanguage, 'id' | 'title' | 'extensions' | 'grammar'> &
    Partial<GrammarLanguage>,
  spec: StructureSpec,
): GrammarLanguage {
  return {
    family: language.id,
    support: 'structure',
    extract: (parsed, text, path) => extractStructure(spec, language.id, parsed, text, path),
    createModuleResolver: pathModules(language.extensions),
    ...language,
  };
}
