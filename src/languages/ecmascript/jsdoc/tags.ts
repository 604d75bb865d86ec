/** Reads the tags of a JSDoc comment that state types. */
import type { Syntax } from '../syntax.ts';
import { annotationNode, isPlain, parseBracedType, syntheticNode } from './type-parser.ts';

const TAG =
  /@(type|param|arg|argument|returns?|typedef|callback|property|prop|template|implements|extends|augments|satisfies)\b[ \t]*(\{)?/g;
/** A name, but no path to something inside of another thing: `Server~options`. */
const NAME = /(?:\n[ \t]*\*|\s)*(?:\[[ \t]*)?([A-Za-z_$][\w$]*(?:(?:\[\])?\.[\w$]+)*)(?![\w$~#])/y;

export interface Tag {
  readonly tag: string;
  /** Offset of the `@`. */
  readonly start: number;
  readonly end: number;
  readonly type: Syntax | undefined;
  /** The name after the type, with its dots; empty if there is none. */
  readonly name: string;
  readonly nameStart: number;
}

const SYNONYMS: Readonly<Record<string, string>> = {
  arg: 'param',
  argument: 'param',
  return: 'returns',
  prop: 'property',
  augments: 'extends',
};

export function readTags(root: Syntax, text: string, comment: Syntax): readonly Tag[] {
  const source = text.slice(0, comment.end);
  const tags: Tag[] = [];
  TAG.lastIndex = comment.start;
  for (let match = TAG.exec(source); match !== null; match = TAG.exec(source)) {
    const [whole, word = '', brace] = match;
    const after = match.index + whole.length;
    const parsed = brace === undefined ? undefined : parseBracedType(root, source, after);
    if (brace !== undefined && parsed === undefined) continue;
    const typeEnd = parsed?.end ?? after;
    NAME.lastIndex = typeEnd;
    const named = NAME.exec(source);
    const name = named?.[1] ?? '';
    const nameEnd = named === null ? typeEnd : NAME.lastIndex;
    tags.push({
      tag: SYNONYMS[word] ?? word,
      start: match.index,
      end: nameEnd,
      type: parsed?.type,
      name,
      nameStart: nameEnd - name.length,
    });
    TAG.lastIndex = typeEnd;
  }
  return tags;
}

/**
 * Returns the type of a `@param` or `@typedef` with the members that later tags give it:
 * `@param {Logger} options.log`, or `@property`.
 */
export function typeWithMembers(
  root: Syntax,
  tag: Tag,
  members: readonly Tag[],
): Syntax | undefined {
  const { type } = tag;
  if (members.length === 0 || (type !== undefined && !isContainer(type))) return type;
  const object = syntheticNode(
    root,
    'object_type',
    tag.start,
    members.at(-1)?.end ?? tag.end,
    members.map((member) => memberNode(root, member)),
  );
  return type?.type === 'array_type'
    ? syntheticNode(root, 'array_type', type.start, type.end, [object])
    : object;
}

/** Whether a type is `Object` or `Object[]`, whose members other tags list. */
function isContainer(type: Syntax): boolean {
  return isPlain(type.type === 'array_type' ? (type.children[0] ?? type) : type);
}

function memberNode(root: Syntax, { type, name, nameStart, end, start }: Tag): Syntax {
  const last = name.slice(name.lastIndexOf('.') + 1);
  const nameNode = syntheticNode(root, 'property_identifier', end - last.length, end);
  const annotation = type === undefined ? [] : [annotationNode(root, type)];
  const from = type?.start ?? Math.max(start, nameStart);
  return syntheticNode(root, 'property_signature', from, end, [nameNode, ...annotation]);
}
