/** Finds types that several files declare in parts, like C#'s `partial`. */
import { appendTo } from '../base/append-to.ts';
import { at } from '../base/assert.ts';
import type { FileFacts } from '../model/facts.ts';
import { basenameOf } from '../model/path.ts';
import { modifierBits } from '../model/symbol.ts';
import type { Program } from './program.ts';

const PARTIAL = modifierBits(['partial']);
const TYPES = /^(class|interface)$/;

export function declaresParts({ declarations }: FileFacts): boolean {
  return declarations.some(isPart);
}

function isPart({ kind, modifiers }: FileFacts['declarations'][number]): boolean {
  return (modifiers & PARTIAL) !== 0 && TYPES.test(kind);
}

/** Returns the parts of each type that has several, in the order of their files. */
export function partsByNode(program: Program): ReadonlyMap<number, readonly number[]> {
  const groups = new Map<string, number[]>();
  for (const file of program.filesWith('hasReceivers')) {
    const facts = program.facts(file);
    facts.declarations.forEach((declaration, index) => {
      if (!isPart(declaration)) return;
      appendTo(groups, wholeName(facts, index), program.nodeOf(file, index));
    });
  }
  const parts = new Map<number, readonly number[]>();
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    const sorted = mainFirst(program, group);
    for (const node of group) parts.set(node, sorted);
  }
  return parts;
}

/** The part whose file has the name of the type is the main part. */
function mainFirst(program: Program, group: readonly number[]): readonly number[] {
  const main = group.find((node) => {
    const file = basenameOf(at(program.paths, program.fileOf(node)));
    return file.slice(0, file.lastIndexOf('.')) === program.declaration(node).name;
  });
  return main === undefined ? group : [main, ...group.filter((node) => node !== main)];
}

/**
 * Returns the qualified name: language, namespace and enclosing types. Types with different type
 * parameters are different types.
 */
function wholeName({ declarations, shapes, packages, language }: FileFacts, index: number): string {
  const spaces: string[] = [];
  const names: string[] = [];
  for (let one = index; one >= 0; one = at(declarations, one).parent) {
    const { kind, name } = at(declarations, one);
    if (kind === 'namespace') spaces.unshift(name);
    else names.unshift(`${name} ${at(shapes, one).typeParameters.length}`);
  }
  const space = spaces.length > 0 ? spaces.join('.') : (packages[0] ?? '');
  return [language, space, ...names].join('\n');
}
