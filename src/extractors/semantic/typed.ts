import type { GrammarLanguage } from '../language.ts';
import { extractTyped } from './extract.ts';
import type { TypedSpec } from './spec.ts';

/** Creates a language with full support from its tables and its own module rules. */
export function typedLanguage(
  language: Pick<
    GrammarLanguage,
    'id' | 'title' | 'extensions' | 'grammar' | 'createModuleResolver'
  > &
    Partial<GrammarLanguage>,
  spec: TypedSpec,
): GrammarLanguage {
  return {
    family: language.id,
    support: 'full',
    separateMethods: spec.separateMethods === 'members' ? 'only' : spec.separateMethods,
    typedBases: true,
    extract: (parsed, text, path) => extractTyped(spec, language.id, parsed, text, path),
    ...language,
  };
}
