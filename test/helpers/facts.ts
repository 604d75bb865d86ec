/**
 * FileFacts without the extractor: reads the few shapes of declarations that index and query tests
 * use, by line and indentation. A body ends at the line that closes it with the same indentation.
 */
import { buildGraph } from '../../src/graph/build.ts';
import { fileTerms } from '../../src/index/file-terms.ts';
import type { Snapshot } from '../../src/index/snapshot.ts';
import { buildTextIndex } from '../../src/index/text-index.ts';
import { EMPTY_SHAPE, type FileFacts } from '../../src/model/facts.ts';
import { toRepoPath } from '../../src/model/path.ts';
import type { Declaration, SymbolId, SymbolKind } from '../../src/model/symbol.ts';

/** Path → text. */
export type Files = Readonly<Record<string, string>>;

const SHAPES: readonly (readonly [RegExp, SymbolKind])[] = [
  [/^(?:export )?(?:abstract )?class (\w+)/, 'class'],
  [/^(?:export )?interface (\w+)/, 'interface'],
  [/^(?:export )?namespace (\w+)/, 'namespace'],
  [/^(?:export )?enum (\w+)/, 'enum'],
  [/^(?:export )?type (\w+) =/, 'typeAlias'],
  [/^(?:export )?(?:async )?function (\w+)/, 'function'],
  [/^(?:export )?(?:const|let) (\w+) = .*=> \{$/, 'function'],
  [/^(?:export )?(?:const|let|var) (\w+)\b/, 'variable'],
  [/^(constructor)\(.*\) \{$/, 'constructor'],
  [/^(?:static |async |private )*(\w+)\([^)]*\)(?:: [^{]+)? \{$/, 'method'],
  [/^(?:readonly )?(\w+)(?:: [^=]+)?(?: = .*)?;$/, 'field'],
];
const NO_DECLARATION =
  /^(?:return|if|for|while|switch|break|continue|throw|else|import|export \{)\b/;

export function factsOf(path: string, text: string, language = 'typescript'): FileFacts {
  const lines = text.split('\n');
  const declarations: Declaration[] = [];
  const open: { index: number; endLine: number }[] = [];
  let offset = 0;
  for (const [row, raw] of lines.entries()) {
    const line = raw.trimStart();
    const indentation = raw.length - line.length;
    while ((open.at(-1)?.endLine ?? Number.POSITIVE_INFINITY) < row + 1) open.pop();
    const parent = open.at(-1)?.index ?? -1;
    const inBody = parent >= 0 && isCallable(declarations[parent]?.kind);
    const shape = inBody || NO_DECLARATION.test(line) ? undefined : matchShape(line, parent >= 0);
    if (shape !== undefined) {
      const endRow = raw.endsWith('{') ? closingRow(lines, row, indentation) : row;
      declarations.push(
        declarationOf(path, declarations, { ...shape, parent, row, endRow, offset, lines }),
      );
      open.push({ index: declarations.length - 1, endLine: endRow + 1 });
    }
    offset += raw.length + 1;
  }
  return {
    path: toRepoPath(path),
    language,
    packages: [],
    lineCount: lines.length,
    doc: '',
    declarations,
    shapes: declarations.map(() => EMPTY_SHAPE),
    imports: [],
    bindings: [],
    exports: [],
    conformances: [],
    strings: [],
    expressions: new Int32Array(),
    references: new Int32Array(),
    diagnostics: [],
  };
}

/** A snapshot of files given as text, with declarations but without edges. */
export function snapshotOf(files: Files, languages: Files = {}): Snapshot {
  const facts = Object.entries(files)
    .map(([path, text]) => ({ facts: factsOf(path, text, languages[path]), text }))
    .sort((a, b) => (a.facts.path < b.facts.path ? -1 : 1));
  return {
    generation: 1,
    manifest: new Map(),
    graph: buildGraph(
      facts.map(({ facts: file }) => file),
      [],
    ),
    text: buildTextIndex(
      facts.map(({ facts: file, text }) => ({ path: file.path, terms: fileTerms(file, text) })),
    ),
    docsText: buildTextIndex([]),
    pages: () => new Map(),
    entryPoints: [],
    requests: [],
    settings: [],
    report: {
      filesTotal: facts.length,
      skipped: [],
      diagnostics: [],
      unresolved: { total: 0, byClass: {}, samples: [] },
      unboundReferences: 0,
      unboundByName: {},
    },
  };
}

function matchShape(
  line: string,
  isNested: boolean,
): { name: string; kind: SymbolKind } | undefined {
  for (const [pattern, kind] of SHAPES) {
    const isMember = kind === 'method' || kind === 'field' || kind === 'constructor';
    const name = pattern.exec(line)?.[1];
    if (name !== undefined && isMember === isNested) return { name, kind };
  }
  return undefined;
}

function isCallable(kind: SymbolKind | undefined): boolean {
  return kind === 'function' || kind === 'method' || kind === 'constructor';
}

function closingRow(lines: readonly string[], row: number, indentation: number): number {
  const closing = new RegExp(`^ {${indentation}}[})\\]]`);
  const found = lines.findIndex((line, other) => other > row && closing.test(line));
  return found < 0 ? lines.length - 1 : found;
}

function declarationOf(
  path: string,
  earlier: readonly Declaration[],
  found: {
    readonly name: string;
    readonly kind: SymbolKind;
    readonly parent: number;
    readonly row: number;
    readonly endRow: number;
    readonly offset: number;
    readonly lines: readonly string[];
  },
): Declaration {
  const owner = earlier[found.parent]?.id ?? path;
  const same = earlier.filter((other) => other.id.startsWith(`${owner}::${found.name}`)).length;
  const body = found.lines.slice(found.row, found.endRow + 1).join('\n');
  return {
    id: `${owner}::${found.name}${same > 0 ? `~${same + 1}` : ''}` as SymbolId,
    name: found.name,
    kind: found.kind,
    parent: found.parent,
    signature: (found.lines[found.row] ?? '').trim().slice(0, 300),
    doc: '',
    start: found.offset,
    end: found.offset + body.length,
    bodyStart: found.offset + body.length,
    startLine: found.row + 1,
    endLine: found.endRow + 1,
    exported: (found.lines[found.row] ?? '').includes('export '),
    visibility: 'public',
    modifiers: 0,
  };
}
