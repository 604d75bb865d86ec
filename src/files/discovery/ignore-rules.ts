import ignore, { type Ignore } from 'ignore';

/** Sources of patterns, strongest first. */
const SOURCES = ['own', 'defaults', 'git'] as const;
export type IgnoreSource = (typeof SOURCES)[number];

/** Patterns of one source, with the folder that they are relative to (`''` is the top). */
interface Layer {
  readonly source: IgnoreSource;
  readonly folder: string;
  readonly rules: Ignore;
  /**
   * Whether the patterns have no inner slash, so that the last component of a path decides the
   * match.
   */
  readonly areOfNames: boolean;
  /** Whether the patterns end in a slash, so that they match no file. */
  readonly areOfFolders: boolean;
  /** Matches at least the names that a pattern matches; undefined if that is not known. */
  readonly candidates: RegExp | undefined;
}

/**
 * The ignore rules in force in one folder; immutable. Semantics are git's (gitignore(5)). The last
 * matching pattern of the strongest source decides; within a source the deeper pattern wins.
 * Nothing below an ignored folder can be re-included; callers ensure this by not descending.
 */
export class IgnoreRules {
  /** Layers, strongest first. */
  readonly #layers: readonly Layer[];
  readonly #ignoreCase: boolean;

  private constructor(layers: readonly Layer[], ignoreCase: boolean) {
    this.#layers = layers;
    this.#ignoreCase = ignoreCase;
  }

  static none(options: { ignoreCase: boolean }): IgnoreRules {
    return new IgnoreRules([], options.ignoreCase);
  }

  /**
   * Returns rules with added patterns, one per line. They override earlier patterns of the same
   * source.
   */
  with(source: IgnoreSource, folder: string, patterns: readonly string[]): IgnoreRules {
    const added = runsOf(patterns).map((run) => ({
      source,
      folder,
      rules: this.#compile().add(run),
      areOfNames: isOfName(run[0] ?? ''),
      areOfFolders: run.every((pattern) => pattern.endsWith('/')),
      candidates: candidatesOf(run),
    }));
    const layers = [...added.reverse(), ...this.#layers];
    // The sort is stable: within a source the newest layer, which is the deepest, stays first.
    layers.sort((a, b) => SOURCES.indexOf(a.source) - SOURCES.indexOf(b.source));
    return new IgnoreRules(layers, this.#ignoreCase);
  }

  /**
   * Returns the source whose patterns ignore a path, if any. The path's folder must not be ignored.
   */
  ignoredBy(path: string, isFolder: boolean): IgnoreSource | undefined {
    for (const layer of this.#layers) {
      if (layer.areOfFolders && !isFolder) continue;
      if (layer.candidates?.test(path) === false) continue;
      const { ignored, unignored } = layer.rules.test(relativeTo(layer, path, isFolder));
      if (ignored || unignored) return ignored ? layer.source : undefined;
    }
    return undefined;
  }

  /**
   * Returns the rules for the content of a folder that is not ignored. If a stronger layer overrode
   * one that ignores the folder, the weaker layer would still ignore everything below it because of
   * the parent. Git matches each path by itself. Adding an exception for the folder makes the layer
   * behave like git.
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
 * Splits patterns into consecutive runs, separating name patterns from others. The last match
 * decides, so checking the runs from last to first is equivalent to checking all patterns. Most
 * patterns are name patterns, which match several times as fast.
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

/**
 * Returns an expression that matches every path whose last component a name pattern matches. Few paths
 * match any pattern, and one expression rules the others out many times as fast as the patterns one
 * by one.
 */
function candidatesOf(patterns: readonly string[]): RegExp | undefined {
  if (!patterns.every((pattern) => PLAIN_NAME.test(pattern))) return undefined;
  const names = patterns.map((pattern) =>
    pattern
      .replace(/^!|\/$/g, '')
      .replace(/[.+^${}()|]/g, '\\$&')
      // Several wildcards would backtrack; one that spans them matches more.
      .replace(/\*(?:.*\*)?/s, '[^/]*'),
  );
  return new RegExp(`(?:^|/)(?:${names.join('|')})$`, 'i');
}

/** A name pattern without escapes, classes of characters and spaces, whose meaning git defines. */
const PLAIN_NAME = /^!?[^\s\\[\]?/!]+\/?$/;

function isOfName(pattern: string): boolean {
  return !/\/./s.test(pattern);
}
