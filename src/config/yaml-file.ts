import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type YAMLError,
} from 'yaml';
import { isNestedDeeply } from '../base/nested-deeply.ts';
import type { Problem } from './problem.ts';

/** A parsed YAML file that records the positions of its keys and values. */
export interface YamlFile {
  readonly value: unknown;
  /** Syntax problems; when {@link isBroken}, `value` is unreliable. */
  readonly problems: readonly Problem[];
  readonly isBroken: boolean;
  /**
   * Returns the 1-based position of a key or value; of its nearest existing parent if it is absent.
   */
  locate(path: readonly PropertyKey[], part: 'key' | 'value'): Place;
}

interface Place {
  readonly line: number;
  readonly column: number;
}

export function parseYaml(text: string): YamlFile {
  return isNestedDeeply(text, DEPTH_MAX, DEPTH_MAX) ? TOO_DEEP : parseShallow(text);
}

/** Maximum nesting, far beyond any real configuration. */
const DEPTH_MAX = 100;

const TOO_DEEP: YamlFile = {
  value: undefined,
  problems: [
    { line: 1, column: 1, keyPath: '', message: `the file is nested over ${DEPTH_MAX} levels` },
  ],
  isBroken: true,
  locate: () => ({ line: 1, column: 1 }),
};

function parseShallow(text: string): YamlFile {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    // The library would print some warnings itself; `document.warnings` contains all relevant ones.
    logLevel: 'error',
  });
  const place = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const problems = [...document.errors, ...document.warnings].map((error) => ({
    ...place(error.pos[0]),
    keyPath: '',
    message: explain(error),
  }));
  const plain = plainValueOf(document);
  if ('refusal' in plain) problems.push({ ...place(0), keyPath: '', message: plain.refusal });
  const isReadable = document.errors.every((error) => error.code === 'DUPLICATE_KEY');
  return {
    value: 'value' in plain ? plain.value : undefined,
    problems,
    isBroken: !isReadable || 'refusal' in plain,
    locate: (path, part) => place(offsetOf(document, path, part)),
  };
}

/**
 * Converts a document to a plain value. Aliases can expand without end; the parser then fails,
 * which is reported to the user.
 */
function plainValueOf(document: Document): { value: unknown } | { refusal: string } {
  try {
    return { value: document.toJS() };
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    return {
      refusal: 'an alias (*name) has no anchor (&name) before it, or aliases expand to too much',
    };
  }
}

/**
 * Texts by error code of the parser. The parser's own messages quote the file, which may be a
 * different one.
 */
const EXPLANATIONS: Readonly<Record<YAMLError['code'], string>> = {
  ALIAS_PROPS: 'an alias (*name) cannot have an anchor or a tag',
  BAD_ALIAS: 'not a valid name of an alias or anchor',
  BAD_COLLECTION_TYPE: 'the tag does not fit its value',
  BAD_DIRECTIVE: 'unknown YAML directive ("%")',
  BAD_DQ_ESCAPE: 'unknown escape ("\\"): use single quotes',
  BAD_INDENT: 'the indentation does not fit the lines above',
  BAD_PROP_ORDER: 'anchors and tags come after "-", "?" and ":"',
  BAD_SCALAR_START: 'text cannot start with this character: quote it',
  BLOCK_AS_IMPLICIT_KEY: 'a mapping or list cannot start on the line of another key',
  BLOCK_IN_FLOW: 'a block is not allowed within brackets',
  DUPLICATE_KEY: 'duplicate key in this mapping',
  IMPOSSIBLE: 'not valid YAML',
  KEY_OVER_1024_CHARS: 'a key is over 1024 characters long',
  MISSING_CHAR: 'a character is missing: a quote, a bracket, a comma, a colon or a space',
  MULTILINE_IMPLICIT_KEY: 'a key has to be on a single line',
  MULTIPLE_ANCHORS: 'a value has two anchors',
  MULTIPLE_DOCS: 'the file holds a second YAML document ("---"): keep one',
  MULTIPLE_TAGS: 'a value has two tags',
  NON_STRING_KEY: 'a key has to be text',
  RESOURCE_EXHAUSTION: 'the file is nested too deeply',
  TAB_AS_INDENT: 'a tab is used for indentation: YAML allows spaces only',
  TAG_RESOLVE_FAILED: 'a tag ("!") that cannot be used',
  UNEXPECTED_TOKEN: 'unexpected content',
};

function explain(error: YAMLError): string {
  const words = EXPLANATIONS[error.code];
  const isSentence = /YAML|^the file|^duplicate key/.test(words);
  return isSentence ? words : `not valid YAML: ${words}`;
}

function offsetOf(document: Document, path: readonly PropertyKey[], part: 'key' | 'value'): number {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const [depth, segment] of path.entries()) {
    const found = step(document, node, segment);
    if (found === undefined) return offset;
    const isLast = depth === path.length - 1;
    const keyOffset = startOf(found.key) ?? offset;
    offset = isLast && part === 'value' ? (startOf(found.value) ?? keyOffset) : keyOffset;
    node = found.value;
  }
  return offset;
}

function step(
  document: Document,
  parent: unknown,
  segment: PropertyKey,
): { key: unknown; value: unknown } | undefined {
  const node = isAlias(parent) ? parent.resolve(document) : parent;
  if (isSeq(node)) {
    const item = node.items[Number(segment)];
    return item === undefined ? undefined : { key: item, value: item };
  }
  if (!isMap(node)) return undefined;
  return node.items.find(({ key }) => String(isScalar(key) ? key.value : key) === String(segment));
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? (node as Node).range?.[0] : undefined;
}
