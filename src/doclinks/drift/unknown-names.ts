/** Finds names in inline code that look like the project's, but that nothing in it declares. */
import type { PageFacts } from '../../model/page.ts';
import { isCommonName } from '../lookup/common-names.ts';
import { isJoined, spelledName } from '../lookup/mention-text.ts';
import type { PageContext } from '../lookup/page-context.ts';
import type { SymbolLookup } from '../lookup/symbol-lookup.ts';
import type { Drift, FindingLocation } from './drift.ts';

export interface UnknownName extends Pick<Drift, 'path' | 'line' | 'node' | 'text'> {
  readonly name: string;
}

/** Shortest called word that counts as a name. */
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
