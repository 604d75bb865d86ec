/** Resolves a settings key as pages write it: `site-url`, `output.html.site-url`. */
import { candidates, decide } from '../lookup/candidates.ts';
import { readFirst } from '../lookup/key-members.ts';
import type { MentionSite, MentionTarget } from '../lookup/mention-site.ts';
import { asFields, keyParts } from '../lookup/mention-text.ts';
import type { SymbolLookup } from '../lookup/symbol-lookup.ts';
import { keyAsText } from './resolve-flag.ts';
import { titledMember } from './resolve-word.ts';
import { isNamedAfter, isOfOptions, isSetting } from './settings.ts';

/**
 * Matches `{work_dir}`, where a settings value is inserted, and `package = wheel`, where it is set.
 */
const WRITTEN = /^(?:\{([a-z][\w-]*)\}|([a-z][\w-]*)\s*=\s*\S.*)$/s;

/**
 * Returns undefined when the text does not have the form of a key, which is several words joined by
 * hyphens.
 */
export function resolveKey(
  names: SymbolLookup,
  site: MentionSite,
  text: string,
): readonly MentionTarget[] | undefined {
  const [, inBraces = '', set = ''] = WRITTEN.exec(text) ?? [];
  const written = keyAsText(names, site, inBraces || set);
  if (written !== undefined) return [written];
  const parts = keyParts(text);
  const last = parts?.at(-1) ?? '';
  const owner = parts?.at(-2);
  if (!/^[a-z]/.test(last) || !(last.includes('-') || isTable(owner, text))) return undefined;
  if (site.leadsOutside || site.isHeading) return [];
  const asText = keyAsText(names, site, text);
  if (asText !== undefined) return [asText];
  const spelled = asFields(last).flatMap((name) => candidates(names, site.context, name));
  const members = readFirst(
    names,
    spelled.filter((node) => isSetting(names, node)),
  );
  if (owner !== undefined) {
    const owned = members.filter((node) => isNamedAfter(names, node, owner));
    return decide(names, site, owned, 'scoped', owned.length < members.length);
  }
  const titled = titledMember(names, site, last);
  if (titled !== undefined) return [{ node: titled, evidence: 'scoped' }];
  const ofOptions = members.filter((node) => isOfOptions(names, node));
  return decide(
    names,
    site,
    ofOptions.length > 0 ? ofOptions : members,
    'scoped',
    ofOptions.length === 0 && site.noun !== 'option',
  );
}

/**
 * Whether the text is a table such as `[build.target]`. Without brackets, it may be anything with a
 * member.
 */
function isTable(owner: string | undefined, text: string): boolean {
  return owner !== undefined && text.startsWith('[');
}
