import ignore, { type Ignore } from 'ignore';

/** Where patterns come from, strongest first. */
const SOURCES = ['own', 'defaults', 'git'] as const;
export type IgnoreSource = (typeof SOURCES)[number];

/** Patterns of one source, with the folder they are relative to (`''` is the top). */
interface Layer {
  readonly source: IgnoreSource;
  readonly folder: string;
  readonly rules: Ignore;
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

  /** Adds patterns: the text of a file, or a list. They win over those of the same source so far. */
  with(source: IgnoreSource, folder: string, patterns: string | readonly string[]): IgnoreRules {
    const rules = this.#compile().add(patterns);
    const layers = [{ source, folder, rules }, ...this.#layers];
    // Stable: within a source the newest, which is the deepest, stays first.
    layers.sort((a, b) => SOURCES.indexOf(a.source) - SOURCES.indexOf(b.source));
    return new IgnoreRules(layers, this.#ignoreCase);
  }

  /** Whose patterns leave a path out, if any do; its folder is known not to be left out. */
  ignoredBy(path: string, isFolder: boolean): IgnoreSource | undefined {
    for (const layer of this.#layers) {
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
  const relative = layer.folder === '' ? path : path.slice(layer.folder.length + 1);
  return isFolder ? `${relative}/` : relative;
}
