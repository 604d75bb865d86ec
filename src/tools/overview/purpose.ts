import type { RepoPath } from '../../model/path.ts';
import { Sources } from '../answer/sources.ts';
import type { OpenIndex } from '../context.ts';

export interface Purpose {
  readonly text: string;
  /** The file that says it. */
  readonly path: RepoPath;
}

/** Manifests with a description of the project, and how to read it. */
const MANIFESTS: Readonly<Record<string, (text: string) => string>> = {
  'package.json': jsonDescription,
  'pyproject.toml': tomlDescription,
  'Cargo.toml': tomlDescription,
  'composer.json': jsonDescription,
};
const READMES = ['README.md', 'readme.md', 'Readme.md', 'README.rst', 'README.mdx', 'README'];
/** A shorter paragraph is a badge, a heading or a menu. */
const WORDS_MIN = 5;
/** A paragraph may follow its heading without an empty line. */
const HEADING = /^#{1,6}\s/;
const LINK = /!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g;
/** Lines that are not prose: tables, lists, quotes, HTML, images, directives. */
const NOT_PROSE = /^(?:[<|>=~*+-]|!\[|\[!|\.\.|:|\d+[.)]\s|```|\s{4})/;

/**
 * Returns what the project says that it is: the description in its manifest, otherwise the first
 * paragraph of its README.
 */
export async function purposeOf(open: OpenIndex): Promise<Purpose | undefined> {
  const sources = new Sources(open);
  for (const [name, description] of Object.entries(MANIFESTS)) {
    const text = firstParagraph(description(await textOf(name)));
    if (text !== '') return { text, path: name as RepoPath };
  }
  for (const name of READMES) {
    const text = firstParagraph(await textOf(name));
    if (text !== '') return { text, path: name as RepoPath };
  }
  return undefined;

  async function textOf(name: string): Promise<string> {
    const isIndexed = open.snapshot.manifest.has(name as RepoPath);
    return isIndexed ? (await sources.of(name as RepoPath)).text : '';
  }
}

/** Returns the description of a JSON manifest; empty if there is none or it is not JSON. */
function jsonDescription(text: string): string {
  try {
    const { description } = JSON.parse(text) as { description?: unknown };
    return typeof description === 'string' ? description : '';
  } catch {
    return '';
  }
}

/** The first description of a TOML manifest is that of the package. */
function tomlDescription(text: string): string {
  return /^description\s*=\s*"((?:[^"\\]|\\.)+)"/m.exec(text)?.[1] ?? '';
}

/** Returns the first paragraph of prose, with links and emphasis written as their words. */
export function firstParagraph(page: string): string {
  for (const block of page.replaceAll('\r\n', '\n').split(/\n\s*\n/)) {
    const lines = block.split('\n').filter((line) => line.trim() !== '' && !HEADING.test(line));
    if (lines.some((line) => NOT_PROSE.test(line))) continue;
    const marked = lines.join(' ').replace(/<[^>]+>/g, '');
    // A row of links is for navigation.
    if (!/\p{L}/u.test(marked.replace(LINK, ''))) continue;
    const text = marked
      .replace(LINK, '$1')
      .replace(/[*_`]{1,3}(\S(?:[^*_`]*\S)?)[*_`]{1,3}/g, '$1')
      .replace(/\s+/g, ' ')
      .trim();
    if (text.split(' ').length >= WORDS_MIN) return text;
  }
  return '';
}
