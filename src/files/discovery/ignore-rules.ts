import ignore, { type Ignore } from 'ignore';

/** Where patterns come from, strongest first. */
const SOURCES = ['own', 'defaults', 'git'] as const;
export type IgnoreSource = (typeof SOURCES)[number];

/** Patterns of one source, with the folder they are relative to (`''` is the top). */
interface Layer {
  readonly source: IgnoreSource;
  readonly folder: string;
  readonly rules: Ignore;
  /** They have no slash inside, so a last name alone, wherever it is, tells whether they match. */
  readonly areOfNames: boolean;
  /** They end in a slash, so no file matches. */
  readonly areOfFolders: boolean;
}

/**
 * The ignore rules in force in one folder; immutable. Semantics are git's (gitignore(5)): the last
 * matching pattern of the strongest source decides, of two of a kind the deeper one, and nothing
 * below an ignored folder comes back, which the caller sees to by not descending.
 */
export class IgnoreRules {
  /** Strongest first. */
  readonly #layers: readonly Layer[];
  readonly #ignoreCase: boolean;

  private constructor(layers: readonly Layer[], ignoreCase: boolean) {
    this.#layers = layers;
    this.#ignoreCase = ignoreCase;
  }

  static none(options: { ignoreCase: boolean }): IgnoreRules {
    return new IgnoreRules([], options.ignoreCase);
  }

  /** Adds patterns, one a line. They win over those of the same source so far. */
  with(source: IgnoreSource, folder: string, patterns: readonly string[]): IgnoreRules {
    const added = runsOf(patterns).map((run) => ({
      source,
      folder,
      rules: this.#compile().add(run),
      areOfNames: isOfName(run[0] ?? ''),
      areOfFolders: run.every((pattern) => pattern.endsWith('/')),
    }));
    const layers = [...added.reverse(), ...this.#layers];
    // Stable: within a source the newest, which is the deepest, stays first.
    layers.sort((a, b) => SOURCES.indexOf(a.source) - SOURCES.indexOf(b.source));
    return new IgnoreRules(layers, this.#ignoreCase);
  }

  /** Whose patterns leave a path out, if any do; its folder is known not to be left out. */
  ignoredBy(path: string, isFolder: boolean): IgnoreSource | undefined {
    for (const layer of this.#layers) {
      if (layer.areOfFolders && !isFolder) continue;
      const { ignored, unignored } = layer.rules.test(relativeTo(layer, path, isFolder));
      if (ignored || unignored) return ignored ? layer.source : undefined;
    }
    return undefined;
  }

  /**
   * The rules for what is inside a folder that is kept. A layer that ignores the folder was
   * overruled by a stronger one, yet it would go on to call everything below ignored for its
   * parent's sake, where git asks about each path alone. An exception for the folder itself makes
   * it do the same.
   */
  entering(folder: string): IgnoreRules {
    const layers = this.#layers.map((layer) => {
      if (layer.areOfNames) return layer;
      const path = relativeTo(layer, folder, true);
      if (!layer.rules.test(path).ignored) return layer;
      const exception = `!/${path.replace(/[\\*?[]/g, '\\$&')}`;
      return { ...layer, rules: this.#compile().add(layer.rules).add([exception]) };
    });
    return new IgnoreRules(layers, this.#ignoreCase);
  }

  #compile(): Ignore {
    return ignore({ ignoreCase: this.#ignoreCase, allowRelativePaths: true });
  }
}

function relativeTo(layer: Layer, path: string, isFolder: boolean): string {
  const { areOfNames, folder } = layer;
  const start = areOfNames ? path.lastIndexOf('/') + 1 : folder === '' ? 0 : folder.length + 1;
  const relative = path.slice(start);
  return isFolder ? `${relative}/` : relative;
}

/**
 * Patterns as they follow one another, those for names apart from others: as the last match decides,
 * asking the last run first is asking all. Most are for names, which are told several times as fast.
 */
function runsOf(patterns: readonly string[]): string[][] {
  const runs: string[][] = [];
  let ofNames: boolean | undefined;
  for (const pattern of patterns) {
    if (/^(?:#| *$)/.test(pattern)) continue;
    if (isOfName(pattern) === ofNames) runs.at(-1)?.push(pattern);
    else runs.push([pattern]);
    ofNames = isOfName(pattern);
  }
  return runs;
}

function isOfName(pattern: string): boolean {
  return !/\/./s.test(pattern);
}
