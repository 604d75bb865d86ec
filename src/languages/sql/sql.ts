import { type PartRule, scannedLanguage } from '../../extractors/line-scanner/scan.ts';
import type { SymbolKind } from '../../model/symbol.ts';

const NAME =
  // psql variables (`:name`) and placeholders in extension scripts (`@extschema@`) are names too.
  '(?!if\\s+not\\b):?(?<name>(?:@\\w+@|[\\p{L}\\p{N}_$#]+|"[^"\\n]+"|`[^`\\n]+`|\\[[^\\]\\n]+\\])(?:\\.(?:[\\p{L}\\p{N}_$#]+|"[^"\\n]+"|`[^`\\n]+`|\\[[^\\]\\n]+\\]))*)';

function created(what: string, kind: SymbolKind): PartRule {
  const words =
    '(?:or\\s+(?:replace|alter)\\s+|global\\s+|local\\s+|temp(?:orary)?\\s+|unlogged\\s+|external\\s+|materialized\\s+|recursive\\s+|unique\\s+|clustered\\s+|nonclustered\\s+|editionable\\s+|definer\\s*=\\s*\\S+\\s+|algorithm\\s*=\\s*\\w+\\s+)*';
  const pattern = new RegExp(
    `^[ \\t]*create\\s+${words}(?:${what})\\s+(?:concurrently\\s+)?(?:if\\s+not\\s+exists\\s+)?${NAME}`,
    'gimu',
  );
  return { pattern, kind, until: 'statement' };
}

export const SQL = scannedLanguage(
  { id: 'sql', title: 'SQL', extensions: ['.sql', '.ddl', '.pgsql', '.plsql', '.psql'] },
  {
    parts: [
      created('(?:foreign\\s+|virtual\\s+)?table', 'class'),
      created('view', 'class'),
      created('type|domain', 'typeAlias'),
      created('schema|database|package(?:\\s+body)?', 'namespace'),
      created('function|procedure|proc|aggregate|(?:constraint\\s+)?trigger', 'function'),
      created('sequence|index', 'variable'),
    ],
    imports: /^[ \t]*\\(?:i|ir|include|include_relative)\s+(?<path>\S+)/gm,
    comment: /^\s*--/,
  },
);
