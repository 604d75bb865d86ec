/** Reads notes for the rest of the program. */

/**
 * Loads the reader of a note's front matter. Imported on first use: most projects have no notes, and
 * the parser is about fifty modules.
 */
export async function frontMatterReader() {
  const { readFrontMatter } = await import('./markdown/front-matter.ts');
  return readFrontMatter;
}
