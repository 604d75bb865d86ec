import { missingConfigBases } from '../languages/registry.ts';

/** Configs that are read because others extend them; more are not. */
const BASES_MAX = 200;

/** Dependencies' configs are theirs; a project's sources are not resolved by them. */
const FOREIGN = /(?:^|\/)node_modules\//;

/**
 * The texts of the configs that others extend, directly or through each other, whatever they are
 * called and wherever in the project they lie: who extends a config names it, so that it counts also
 * where files are left out. `read` gives the text at a path, or undefined where there is none to read.
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
