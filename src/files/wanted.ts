import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import {
  isPagePath,
  languageOf,
  languageOfScript,
  mayNameInterpreter,
} from '../languages/registry.ts';
import { pathFilter } from './path-filter.ts';

/** Longer first lines name no interpreter. */
const FIRST_LINE_BYTES_MAX = 128;

/** Says which of the files that lie in a project are to be indexed. */
export interface Wanted {
  /** By name alone, for what cannot be opened. */
  readonly byName: (path: string) => boolean;
  /** A regular file; scripts without an extension are asked for their first line. */
  readonly file: (path: string) => boolean;
}

export interface PagePatterns {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/**
 * A pattern that ends in a wildcard for whole names, such as `src/**`, means every file whose language is
 * known; one that says more of the name, such as `*.conf`, means just what it says.
 */
export function wantedFiles(
  root: string,
  include: readonly string[],
  pages: PagePatterns = { include: [], exclude: [] },
): Wanted {
  const isOpen = (pattern: string): boolean => /(?:^|\/)(?:\*+|\.)?\/?$/.test(pattern);
  const isAskedFor = pathFilter(include.filter((pattern) => !isOpen(pattern)));
  const isInside = pathFilter(include.filter(isOpen));
  const isPageInside = pathFilter(pages.include);
  const isPageOutside = pathFilter(pages.exclude);
  const byName = (path: string): boolean => {
    if (isPagePath(path)) {
      return (isPageInside(path) && !isPageOutside(path)) || isAskedFor(path);
    }
    return isAskedFor(path) || (isInside(path) && languageOf(path) !== undefined);
  };
  return {
    byName,
    file: (path) =>
      byName(path) || (mayNameInterpreter(path) && isInside(path) && isScript(join(root, path))),
  };
}

function isScript(path: string): boolean {
  return languageOfScript(firstBytes(path)) !== undefined;
}

/** Empty for what cannot be read: it is not known to be code. */
function firstBytes(path: string): string {
  const bytes = Buffer.alloc(FIRST_LINE_BYTES_MAX);
  try {
    const file = openSync(path, 'r');
    try {
      return bytes.toString('latin1', 0, readSync(file, bytes));
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}
