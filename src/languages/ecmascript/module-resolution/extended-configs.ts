/**
 * Finds the configs that others extend. `extends` may name a file of any name, in any folder or
 * package.
 */
import { parse } from 'jsonc-parser';
import { compareStrings } from '../../../base/compare.ts';
import { basenameOf, dirnameOf, joinRepoPath } from '../../../model/path.ts';
import { packagesByName, readPackages } from './packages.ts';

/**
 * Returns the candidate paths for an entry of a config's `extends`, in order of precedence.
 * `packageFolder` returns the folder of a project package; external packages are not read.
 */
export function extendsCandidates(
  packageFolder: (name: string) => string | undefined,
  folder: string,
  base: string,
): readonly string[] {
  const path = base.startsWith('.') ? joinRepoPath(folder, base) : packagePath(packageFolder, base);
  return path === undefined ? [] : [path, `${path}.json`, `${path}/tsconfig.json`];
}

function packagePath(
  packageFolder: (name: string) => string | undefined,
  base: string,
): string | undefined {
  const [, name = '', rest = ''] = /^((?:@[^/]+\/)?[^/]+)\/?(.*)$/.exec(base) ?? [];
  const home = packageFolder(name);
  return home === undefined ? undefined : joinRepoPath(home, rest === '' ? 'tsconfig.json' : rest);
}

/**
 * Returns the strings in a config value, which may be a single string or a list, as for `extends`.
 */
export function strings(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((entry): entry is string => typeof entry === 'string');
}

/**
 * Returns candidate paths of extended configs that are not among the given ones, sorted and without
 * duplicates. `texts` are configs and package.json files by path.
 */
export function missingBases(texts: ReadonlyMap<string, string>): readonly string[] {
  const byName = packagesByName(readPackages(texts));
  const missing = new Set<string>();
  for (const [path, text] of texts) {
    if (!path.endsWith('.json') || basenameOf(path) === 'package.json') continue;
    const json: unknown = parse(text, [], { allowTrailingComma: true });
    if (typeof json !== 'object' || json === null || !('extends' in json)) continue;
    for (const base of strings(json.extends)) {
      const folderOf = (name: string) => byName.get(name)?.folder;
      const candidates = extendsCandidates(folderOf, dirnameOf(path), base);
      if (!candidates.some((candidate) => texts.has(candidate))) {
        for (const candidate of candidates) missing.add(candidate);
      }
    }
  }
  return [...missing].filter((path) => path.endsWith('.json')).sort(compareStrings);
}
