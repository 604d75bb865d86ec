/** Names in inline code that look like a project's, and that nothing in it has. */
import type { PageFacts } from '../model/page.ts';
import { isCommonName } from './common-names.ts';
import type { Drift, FindingLocation } from './drift.ts';
import { isJoined, spelledName } from './mention-text.ts';
import type { PageContext } from './page-context.ts';
import type { SymbolLookup } from './project-names.ts';

export interface UnknownName extends Pick<Drift, 'path' | 'line' | 'node' | 'text'> {
  readonly name: string;
}

/** Shorter words that are called are words. */
const WORD_LENGTH_MIN = 4;

export function unknownNames(
  { graph }: SymbolLookup,
  { foreign, declared }: PageContext,
  { path, node }: FindingLocation,
  { mentions }: PageFacts,
): readonly UnknownName[] {
  return mentions.flatMap(({ section, line, text, noun, link }): readonly UnknownName[] => {
    const { parts = [], isCall = false, isGiven = false } = spelledName(text) ?? {};
    const [name = '', ...members] = parts;
    const isName = isJoined(name) || (isCall && name.length >= WORD_LENGTH_MIN);
    if (!isName || members.length > 0 || isGiven || isCommonName(name)) return [];
    if (noun === 'parameter' || link === '' || foreign.has(name) || declared.has(name)) return [];
    const isKnown = graph.byName(name).some((index) => graph.node(index).kind !== 'section');
    return isKnown ? [] : [{ path, line, node: node(section), text, name }];
  });
}
