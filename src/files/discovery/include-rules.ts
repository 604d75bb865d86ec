import { join } from 'node:path';
import { readPart } from '../../base/regular-file.ts';
import {
  isPagePath,
  languageOf,
  languageOfScript,
  mayNameInterpreter,
} from '../../languages/registry.ts';
import { pathFilter } from './path-filter.ts';

/** Longer first lines name no interpreter. */
const FIRST_LINE_BYTES_MAX = 128;

/** Says which of the files that lie in a project are to be indexed. */
export interface IncludeRules {
  /** By name alone, for what cannot be opened. */
  readonly byName: (path: string) => boolean;
  /** A regular file; scripts without an extension are asked for their first line. */
  readonly file: (path: string) => boolean;
  /** How large a file may be, and what says so. */
  readonly sizeLimit: (path: string) => SizeLimit;
}

interface SizeLimit {
  readonly bytesMax: number;
  readonly of: string;
}

export interface IncludeOptions {
  readonly include: readonly string[];
  readonly fileSizeBytesMax: number;
  /** Which pages of documentation are wanted besides; none unless said. */
  readonly pages?: PagePatterns | undefined;
}

interface PagePatterns {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** Folders of what tests and examples are run on: settings there are data. */
const FIXTURES =
  /(?:^|\/)(?:_*fixtures?_*|test[-_]?data|_*snapshots_*|cassettes|goldens?|test[-_]?cases)\//i;

/**
 * A pattern that ends in a wildcard for whole names, such as `src/**`, means every file whose language is
 * known; one that says more of the name, such as `*.conf`, means just what it says.
 * Of settings and data the former want what people write by hand.
 */
export function includeRules(
  root: string,
  { include, fileSizeBytesMax, pages = { include: [], exclude: [] } }: IncludeOptions,
): IncludeRules {
  const isOpen = (pattern: string): boolean => /(?:^|\/)(?:\*+|\.)?\/?$/.test(pattern);
  const isIncludedExplicitly = pathFilter(include.filter((pattern) => !isOpen(pattern)));
  const isInside = pathFilter(include.filter(isOpen));
  const isPageInside = pathFilter(pages.include);
  const isPageOutside = pathFilter(pages.exclude);
  const byName = (path: string): boolean => {
    if (isPagePath(path)) {
      return (isPageInside(path) && !isPageOutside(path)) || isIncludedExplicitly(path);
    }
    if (isIncludedExplicitly(path)) return true;
    if (!isInside(path) || languageOf(path) === undefined) return false;
    return settingsBytesMax(path) === undefined || !FIXTURES.test(path);
  };
  return {
    byName,
    file: (path) =>
      byName(path) || (mayNameInterpreter(path) && isInside(path) && isScript(join(root, path))),
    sizeLimit: (path) => {
      const bytesMax = settingsBytesMax(path) ?? fileSizeBytesMax;
      return bytesMax < fileSizeBytesMax && !isIncludedExplicitly(path)
        ? { bytesMax, of: 'settings that no include pattern names' }
        : { bytesMax: fileSizeBytesMax, of: 'fileSizeBytesMax' };
    },
  };
}

function settingsBytesMax(path: string): number | undefined {
  const language = languageOf(path);
  return language?.grammar === undefined ? language?.settingsBytesMax : undefined;
}

function isScript(path: string): boolean {
  return languageOfScript(firstBytes(path)) !== undefined;
}

/** Empty for what cannot be read: it is not known to be code. */
function firstBytes(path: string): string {
  try {
    return readPart(path, 0, FIRST_LINE_BYTES_MAX)?.toString('latin1') ?? '';
  } catch {
    return '';
  }
}
