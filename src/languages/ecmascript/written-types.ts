/**
 * Compares types as they are written, without knowing what their names stand for. The answer is
 * `unclear` where a name decides.
 */
import { bracketedList } from '../../base/bracketed.ts';
import type { Fit } from '../../extractors/parameter-rules.ts';

const PRIMITIVES: ReadonlySet<string> = new Set(
  'string number boolean bigint symbol undefined null void'.split(' '),
);
const RULES = { hasTypes: true, hasHashComments: false };

/** Returns whether values of one written type can be given where another is expected. */
export function fitOfTypes(from: string, to: string): Fit {
  const [source, target] = [membersOf(from), membersOf(to)];
  const fits = source.map((one) => fitOfOne(one, target));
  if (fits.every((fit) => fit === 'yes')) return 'yes';
  if (fits.every((fit) => fit === 'no')) return 'no';
  return fits.includes('unclear') ? 'unclear' : 'partly';
}

function fitOfOne(one: string, targets: readonly string[]): Fit {
  const fits = targets.map((target) => fitOfMember(one, target));
  if (fits.includes('yes')) return 'yes';
  return fits.every((fit) => fit === 'no') ? 'no' : 'unclear';
}

function fitOfMember(from: string, to: string): Fit {
  if (from === to || /^(?:any|unknown)$/.test(to) || /^(?:any|never)$/.test(from)) return 'yes';
  const [source, target] = [primitiveOf(from), primitiveOf(to)];
  if (source !== undefined && target !== undefined) {
    const isWidened = source === target && to === target;
    return isWidened || (source === 'undefined' && to === 'void') ? 'yes' : 'no';
  }
  const [element, wanted] = [elementOf(from), elementOf(to)];
  if (element !== undefined && wanted !== undefined) {
    if (element.isReadonly && !wanted.isReadonly) return 'no';
    return fitOfTypes(element.type, wanted.type);
  }
  const isBuilt = (type: string, isList: boolean) => isList || isFunction(type);
  if (source !== undefined && isBuilt(to, wanted !== undefined)) return 'no';
  if (target !== undefined && isBuilt(from, element !== undefined)) return 'no';
  return 'unclear';
}

/** Returns the primitive type of a primitive or literal type. */
function primitiveOf(type: string): string | undefined {
  if (PRIMITIVES.has(type)) return type;
  if (/^(?:true|false)$/.test(type)) return 'boolean';
  if (/^-?[\d.]+$/.test(type)) return 'number';
  return /^(?:'[^']*'|"[^"]*"|`[^`]*`)$/.test(type) ? 'string' : undefined;
}

function elementOf(type: string) {
  const isReadonly = /^(?:readonly\s|ReadonlyArray<)/.test(type);
  const own = type.replace(/^readonly\s+/, '');
  const generic = /^(?:Readonly)?Array<(.*)>$/.exec(own)?.[1];
  const plain = own.endsWith('[]') ? own.slice(0, -2) : undefined;
  const element = generic ?? plain;
  return element === undefined ? undefined : { isReadonly, type: element };
}

function isFunction(type: string): boolean {
  return /^\(.*\)\s*=>/.test(type);
}

/** Splits a union; its members are written alike for equal types. */
function membersOf(type: string): readonly string[] {
  const own = type.trim().replace(/^\|/, '').replaceAll(/\s+/g, ' ').trim();
  const inner = own.startsWith('(') ? bracketedList(own, 0, RULES) : undefined;
  if (inner?.end === own.length && inner.parts.length === 1) return membersOf(inner.parts[0] ?? '');
  const parts = splitUnion(own);
  if (parts.length > 1) return parts.flatMap(membersOf);
  return [own.replaceAll('"', "'")];
}

/** Splits at the bars outside of brackets. A function type reaches to the end. */
function splitUnion(type: string): readonly string[] {
  const parts: string[] = [];
  let [start, depth] = [0, 0];
  for (let at = 0; at < type.length; at++) {
    const character = type.charAt(at);
    const isArrow = character === '>' && type.charAt(at - 1) === '=';
    if (isArrow && depth === 0) return [type];
    if (/[([{<]/.test(character)) depth++;
    else if (/[)\]}>]/.test(character) && !isArrow) depth--;
    else if (/['"`]/.test(character)) at = closingQuote(type, at);
    else if (character === '|' && depth === 0) {
      parts.push(type.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, type.slice(start)];
}

function closingQuote(text: string, open: number): number {
  const end = text.indexOf(text.charAt(open), open + 1);
  return end < 0 ? text.length : end;
}

/** Returns the type of an argument that shows it by itself. */
export function typeOfArgument(argument: string): string | undefined {
  const own = argument.trim();
  if (PRIMITIVES.has(own) && /^(?:null|undefined)$/.test(own)) return own;
  if (primitiveOf(own) !== undefined && !PRIMITIVES.has(own))
    return own.includes('${') ? 'string' : own;
  return undefined;
}

/**
 * Returns the type in what follows a name or a parameter list: `: T`, `?: T = value`, `: T => body`.
 * Optional ones may be undefined as well.
 */
export function typeOfResult(text: string): string | undefined {
  const start = /^\s*([?!])?\s*:\s*/.exec(text);
  if (start === null) return undefined;
  const type = upToValue(text.slice(start[0].length)).trim();
  if (type === '') return undefined;
  return start[1] === '?' ? `${type} | undefined` : type;
}

/** Cuts a text where a type outside of brackets ends: at a value, a body or the next member. */
function upToValue(text: string): string {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    const isArrow = character === '=' && text.charAt(at + 1) === '>';
    if (depth === 0 && (/[;,=]/.test(character) || (character === '{' && at > 0))) {
      const isFunctionType = isArrow && text.charAt(0) === '(';
      const isAfterOperator = character === '{' && /[|&]\s*$/.test(text.slice(0, at));
      if (!isFunctionType && !isAfterOperator) return text.slice(0, at);
    }
    if (isArrow) at++;
    else if (/[([{<]/.test(character)) depth++;
    else if (/[)\]}>]/.test(character)) depth--;
    else if (/['"`]/.test(character)) at = closingQuote(text, at);
  }
  return text;
}
