/** The last layer of a search by name: where the words occur as text, if no symbol has them. */
import { z } from 'zod';
import { plural } from '../answer/display.ts';
import { projectPrefix } from '../answer/index-fields.ts';
import type { OpenIndex, ToolContext } from '../context.ts';
import { foundFiles, isStopped, scanProjects } from '../grep/scan-projects.ts';

const PLACES_MAX = 5;

/** Occurrences of the words as text. */
export const textMatchesSchema = z.strictObject({
  /** Number of matching lines. */
  match_count: z.int(),
  file_count: z.int(),
  /** The first lines: `path:line`. */
  places: z.array(z.string()),
});

interface TextLayer {
  readonly field: { text_matches?: z.infer<typeof textMatchesSchema> };
  readonly notes: readonly string[];
}

/** Finds the words as text in whole words, and points to the tool that lists every line. */
export async function textLayer(
  context: ToolContext,
  indexes: readonly OpenIndex[],
  request: { readonly words: string; readonly pathGlobs: readonly string[] },
): Promise<TextLayer> {
  const { words: query, pathGlobs } = request;
  const pattern = { query, regex: false, ignoreCase: false, wholeWord: true };
  const scans = await scanProjects(context, indexes, { ...pattern, pathGlobs });
  const files = foundFiles(scans, indexes);
  const matchCount = files.reduce((sum, file) => sum + file.matchCount, 0);
  const quoted = JSON.stringify(query);
  const least = isStopped(scans) ? 'at least ' : '';
  if (matchCount === 0) return { field: {}, notes: [`no symbol and no text ${quoted}`] };
  const places = files
    .flatMap((file) => file.lines.map((line) => `${projectPrefix(file.owner)}${file.path}:${line}`))
    .slice(0, PLACES_MAX);
  const counts = `${least}${plural(matchCount, 'line')} in ${plural(files.length, 'file')}`;
  return {
    field: { text_matches: { match_count: matchCount, file_count: files.length, places } },
    notes: [
      `no symbol is named ${quoted}, but its text is on ${counts}: ${places.join(', ')}; codebase_search_text shows them`,
    ],
  };
}
