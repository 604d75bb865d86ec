import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Node } from 'web-tree-sitter';
import { DEPTH_MAX, type ParsedTree } from '../../src/extractors/parsed-tree.ts';
import { LANGUAGES, languageOf } from '../../src/languages/registry.ts';
import { parserFor, parserHeap } from '../../src/parse/grammar.ts';
import { withTree } from '../../src/parse/parse.ts';
import { readTree } from '../../src/parse/tree-memory.ts';

const FIXTURES = fileURLToPath(new URL('../../fixtures/languages/', import.meta.url));

/** Texts of fixtures, by the grammar that reads them; each also without its middle, which breaks it. */
function textsByGrammar(): ReadonlyMap<string, readonly string[]> {
  const texts = new Map<string, string[]>();
  for (const entry of readdirSync(FIXTURES, { withFileTypes: true, recursive: true })) {
    const grammar = entry.isFile() ? languageOf(entry.name)?.grammar : undefined;
    if (grammar === undefined) continue;
    const text = readFileSync(join(entry.parentPath, entry.name), 'utf8');
    const third = Math.floor(text.length / 3);
    const broken = text.slice(0, third) + text.slice(third + 40);
    texts.set(grammar, [...(texts.get(grammar) ?? []), text, broken, `${text.slice(0, third)} 👋`]);
  }
  return texts;
}

/** What a tree says of one node, in the words of both. */
interface Reported {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly isMissing: boolean;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly tokens: readonly string[];
}

/** A field: what it means, the text of that, and all that it means. */
type FieldReported = [string, [string | undefined, string | undefined, readonly string[]]];

const asRange = (node: Node | null): string =>
  `${node?.type} ${node?.startIndex} ${node?.endIndex}`;

/** What the parser says when it is asked; named nodes with their parents first. */
function requested(root: Node, fields: readonly string[]): Reported[] {
  const message: Reported[] = [];
  function query(node: Node, depth: number): void {
    message.push({
      type: node.type,
      start: node.startIndex,
      end: node.endIndex,
      isMissing: node.isMissing,
      fields: depth > DEPTH_MAX ? {} : requestedFields(node, fields),
      tokens: [...new Set(node.children.map((child) => child?.type ?? ''))].sort(),
    });
    if (depth > DEPTH_MAX) return;
    for (const child of node.namedChildren) if (child !== null) query(child, depth + 1);
  }
  query(root, 0);
  return message;
}

function requestedFields(node: Node, fields: readonly string[]): Record<string, unknown> {
  const named = (child: Node | null) => (child?.isNamed === true ? asRange(child) : undefined);
  const entries = fields.map((field): FieldReported => {
    const found = node.childForFieldName(field);
    // The parser may find what is a child of a child, which no reader has asked for.
    const child = node.children.some((one) => one?.id === found?.id) ? found : null;
    const all = node.childrenForFieldName(field).flatMap((one) => named(one) ?? []);
    return [field, [named(child), child?.text, all]];
  });
  return Object.fromEntries(
    entries.filter(([, [, text, all]]) => text !== undefined || all.length > 0),
  );
}

/** What is read from its memory. */
function read(tree: ParsedTree, fields: readonly string[], types: readonly string[]): Reported[] {
  const range = (node: number) => `${tree.typeOf(node)} ${tree.starts[node]} ${tree.ends[node]}`;
  return Array.from({ length: tree.nexts[0] ?? 0 }, (_, node) => {
    const entries = fields.map((field): FieldReported => {
      const child = tree.childOfField(node, field);
      const all = tree.childrenOfField(node, field).map(range);
      return [field, [child < 0 ? undefined : range(child), tree.textOfField(node, field), all]];
    });
    return {
      type: tree.typeOf(node),
      start: tree.starts[node] ?? -1,
      end: tree.ends[node] ?? -1,
      isMissing: tree.isMissing(node),
      fields: Object.fromEntries(
        entries.filter(([, [, text, all]]) => text !== undefined || all.length > 0),
      ),
      tokens: types.filter((type) => tree.hasChild(node, type)).sort(),
    };
  });
}

describe("the tree read from the parser's memory equals the tree from its API", () => {
  const texts = textsByGrammar();
  const grammars = new Set(LANGUAGES.flatMap(({ grammar }) => grammar ?? []));

  test.each([...grammars])('%s', async (grammar) => {
    const parser = await parserFor(grammar);
    expect(texts.get(grammar)?.length).toBeGreaterThan(0);
    for (const text of texts.get(grammar) ?? []) {
      withTree(parser, text, 1_000_000, (root) => {
        const { language } = root.tree;
        const fields = language.fields.flatMap((field) => field ?? []);
        const types = [...new Set([...language.types, 'ERROR'])].filter(Boolean);
        const memory = read(readTree(parserHeap, root, text), fields, types);
        expect(memory).toEqual(requested(root, fields));
      });
    }
  });
});
