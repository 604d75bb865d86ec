import { join } from 'node:path';
import { readPart } from '../../base/regular-file.ts';
import {
  isPageLanguage,
  languageOf,
  languageOfScript,
  mayNameInterpreter,
} from '../../languages/registry.ts';
import { pathFilter } from './path-filter.ts';

/** Maximum length of a first line that can name an interpreter. */
const FIRST_LINE_BYTES_MAX = 128;

/** Decides which files of a project are indexed. */
export interface IncludeRules {
  /** Decides by name alone, for entries that cannot be opened. */
  readonly byName: (path: string) => boolean;
  /** Decides for a regular file. Reads the first line of scripts without an extension. */
  readonly file: (path: string) => boolean;
  /** Returns the maximum size of a file, and the setting that limits it. */
  readonly sizeLimit: (path: string) => SizeLimit;
}

interface SizeLimit {
  readonly bytesMax: number;
  readonly of: string;
}

export interface IncludeOptions {
  readonly include: readonly string[];
  readonly fileSizeBytesMax: number;
  /** Patterns for documentation pages to include as well; default none. */
  readonly pages?: PagePatterns | undefined;
}

interface PagePatterns {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** Folders of test and example fixtures: settings files there are data. */
const FIXTURES =
  /(?:^|\/)(?:_*fixtures?_*|test[-_]?data|_*snapshots_*|cassettes|goldens?|test[-_]?cases)\//i;

/**
 * Creates the rules from the options. `firstBytes` returns the start of a file. A pattern that ends in a wildcard for whole names, such as
 * `src/**`, matches every file in a known language. A pattern that specifies more of the name, such
 * as `*.conf`, matches exactly those files. Of settings and data files, the first form includes
 * only those that people write by hand.
 */
export function includeRules(
  firstBytes: (path: string) => string,
  { include, fileSizeBytesMax, pages = { include: [], exclude: [] } }: IncludeOptions,
): IncludeRules {
  const isOpen = (pattern: string): boolean => /(?:^|\/)(?:\*+|\.)?\/?$/.test(pattern);
  const isIncludedExplicitly = pathFilter(include.filter((pattern) => !isOpen(pattern)));
  const isInside = pathFilter(include.filter(isOpen));
  const isPageInside = pathFilter(pages.include);
  const isPageOutside = pathFilter(pages.exclude);
  const byName = (path: string): boolean => {
    const language = languageOf(path);
    if (language !== undefined && isPageLanguage(language.id)) {
      return (isPageInside(path) && !isPageOutside(path)) || isIncludedExplicitly(path);
    }
    if (isIncludedExplicitly(path)) return true;
    if (!isInside(path) || language === undefined) return false;
    return settingsBytesMax(language) === undefined || !FIXTURES.test(path);
  };
  return {
    byName,
    file: (path) =>
      byName(path) ||
      (mayNameInterpreter(path) &&
        isInside(path) &&
        languageOfScript(firstBytes(path)) !== undefined),
    sizeLimit: (path) => {
      const bytesMax = settingsBytesMax(languageOf(path)) ?? fileSizeBytesMax;
      return bytesMax < fileSizeBytesMax && !isIncludedExplicitly(path)
        ? { bytesMax, of: 'settings that no include pattern names' }
        : { bytesMax: fileSizeBytesMax, of: 'fileSizeBytesMax' };
    },
  };
}

function settingsBytesMax(language: ReturnType<typeof languageOf>): number | undefined {
  return language?.grammar === undefined ? language?.settingsBytesMax : undefined;
}

/**
 * Returns a function that reads the first bytes of a file on disk; empty if it cannot be read,
 * because it is then not known to be code.
 */
export function firstBytesIn(root: string): (path: string) => string {
  return (path) => {
    try {
      return readPart(join(root, path), 0, FIRST_LINE_BYTES_MAX)?.toString('latin1') ?? '';
    } catch {
      return '';
    }
  };
}
