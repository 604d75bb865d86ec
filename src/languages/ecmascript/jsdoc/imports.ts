/** Reads `@import { A } from './a'` of a JSDoc comment as an import statement of types. */
import type { Syntax } from '../syntax.ts';
import { syntheticNode } from './type-parser.ts';

/** Between two tokens: blanks, and the star that a line of a comment begins with. */
const GAP = String.raw`(?:\r?\n[ \t]*\*(?!\/)|\s)*`;
const NAME = String.raw`[A-Za-z_$][\w$]*`;
const IMPORT = new RegExp(
  String.raw`@import\b${GAP}(${NAME}(?=${GAP}(?:,|from\b)))?${GAP},?${GAP}` +
    String.raw`(?:\{([^}]*)\}|\*${GAP}as\b${GAP}(${NAME}))?${GAP}from\b${GAP}("[^"\n]*"|'[^'\n]*')`,
  'dg',
);
const SPECIFIER = new RegExp(String.raw`(${NAME})(?:${GAP}as\b${GAP}(${NAME}))?`, 'dg');

export function importsOf(root: Syntax, text: string, comment: Syntax): Syntax[] {
  const content = text.slice(comment.start, comment.end);
  if (!content.includes('@import')) return [];
  const leaf = (type: string, range: Range): Syntax =>
    syntheticNode(root, type, comment.start + range[0], comment.start + range[1]);
  return [...content.matchAll(IMPORT)].flatMap((match) => {
    const [whole, byDefault, braces, space, source] = match.indices ?? [];
    if (whole === undefined || source === undefined) return [];
    const parts: Syntax[] = [];
    const node = (type: string, [start, end]: Range, children: readonly Syntax[]): Syntax =>
      syntheticNode(root, type, comment.start + start, comment.start + end, children);
    if (byDefault) parts.push(leaf('identifier', byDefault));
    if (space) parts.push(node('namespace_import', space, [leaf('identifier', space)]));
    if (braces) {
      const specifiers = [...(match[2] ?? '').matchAll(SPECIFIER)].map(({ indices }) => {
        const names = (indices ?? []).slice(1).flatMap((range) => {
          return range === undefined ? [] : [moved(range, braces[0])];
        });
        const range = moved(indices?.[0] ?? [0, 0], braces[0]);
        return node(
          'import_specifier',
          range,
          names.map((name) => leaf('identifier', name)),
        );
      });
      parts.push(node('named_imports', braces, specifiers));
    }
    const clause = node('import_clause', whole, parts);
    return [node('import_statement', whole, [clause, leaf('string', source)])];
  });
}

type Range = readonly [start: number, end: number];

function moved([start, end]: Range, by: number): Range {
  return [start + by, end + by];
}
