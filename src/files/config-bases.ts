import { missingConfigBases } from '../languages/registry.ts';

/** Maximum number of base configs that are read. */
const BASES_MAX = 200;

/** Matches dependencies' configs, which do not affect how the project's sources resolve. */
const FOREIGN = /(?:^|\/)node_modules\//;

/**
 * Returns the texts of configs that others extend, directly or transitively, whatever their name
 * and location in the project. The extending config names them, so they count even if their files
 * are excluded. `read` returns the text at a path, or undefined if there is none.
 */
export async function readBases(
  texts: ReadonlyMap<string, string>,
  read: (path: string) => Promise<string | undefined>,
): Promise<ReadonlyMap<string, string>> {
  const known = new Map(texts);
  const bases = new Map<string, string>();
  const tried = new Set<string>();
  for (;;) {
    const open = missingConfigBases(known).filter(
      (path) => !tried.has(path) && !FOREIGN.test(path),
    );
    if (open.length === 0 || tried.size >= BASES_MAX) return bases;
    for (const path of open.slice(0, BASES_MAX - tried.size)) {
      tried.add(path);
      const text = await read(path);
      if (text === undefined) continue;
      bases.set(path, text);
      known.set(path, text);
    }
  }
}
