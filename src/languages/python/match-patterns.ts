/** Names that the patterns of `match` bind, and what a matching subject is known to be. */

import { childOfType, fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { fieldsOf } from '../../extractors/outline/reading.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import type { PythonDraft } from './draft.ts';
import { bindNarrowed, valueOfOne } from './narrowing.ts';
import type { Place } from './scope.ts';
import { expressionFor } from './values.ts';

type Value = () => ExpressionId;
/** Binds a captured name to a value. */
type Bind = (name: Syntax, place: Place, value: Value) => void;

/** Binds the names of all clauses of a `match` statement. Each is known within its clause. */
export function bindPatterns(draft: PythonDraft, node: Syntax, place: Place, bind: Bind): void {
  const subjects = fieldsOf(node, 'subject');
  const [subject] = subjects;
  if (subject === undefined) return;
  const value = (): ExpressionId =>
    subjects.length === 1
      ? expressionFor(draft, subject, place.scope)
      : draft.table.add(OP.array, ...subjects.map((one) => expressionFor(draft, one, place.scope)));
  for (const clause of fieldsOf(fieldOf(node, 'body') ?? node, 'alternative')) {
    const patterns = clause.children.filter(({ type }) => type === 'case_pattern');
    const inside = { scope: place.scope, block: clause };
    const reader = { draft, place: inside, bind };
    const [only] = patterns;
    if (only === undefined) continue;
    if (patterns.length > 1) {
      patterns.forEach((one, index) => {
        readPattern(reader, one, () => draft.member(value(), String(index)));
      });
      continue;
    }
    const classes = subjects.length === 1 ? classesOf(only) : [];
    if (classes.length > 0)
      bindNarrowed(draft, subject, { types: classes, from: clause.start, place: inside });
    readPattern(reader, only, value);
  }
}

interface Reader {
  readonly draft: PythonDraft;
  readonly place: Place;
  readonly bind: Bind;
}

function readPattern(reader: Reader, pattern: Syntax | undefined, value: Value): void {
  if (pattern === undefined) return;
  const { draft, place, bind } = reader;
  switch (pattern.type) {
    case 'case_pattern':
      return readPattern(reader, pattern.children[0], value);
    case 'dotted_name': {
      const [name, ...others] = pattern.children;
      // `Color.RED` is a value to compare with.
      if (name !== undefined && others.length === 0) bind(name, place, value);
      return;
    }
    case 'as_pattern': {
      const [inner, name] = pattern.children;
      readPattern(reader, inner, value);
      if (name?.type === 'identifier') bind(name, place, typedBy(reader, inner, value));
      return;
    }
    case 'class_pattern':
      return readParts(reader, pattern, typedBy(reader, pattern, value));
    case 'list_pattern':
    case 'tuple_pattern':
      return pattern.children.forEach((part, index) => {
        readPattern(reader, part, () => draft.member(value(), String(index)));
      });
    case 'union_pattern':
      return pattern.children.forEach((part) => {
        readPattern(reader, part, value);
      });
    case 'splat_pattern': {
      const name = childOfType(pattern, 'identifier');
      if (name !== undefined) bind(name, place, () => draft.unknown);
      return;
    }
    case 'dict_pattern':
      return fieldsOf(pattern, 'value').forEach((part) => {
        readPattern(reader, part, () => draft.over(OP.element, value()));
      });
    default:
      return;
  }
}

/** Reads the attributes that a class pattern matches. Those by position have the order of the constructor. */
function readParts(reader: Reader, pattern: Syntax, value: Value): void {
  const { draft, place } = reader;
  const [type, ...parts] = pattern.children;
  if (type === undefined) return;
  parts.forEach((part, index) => {
    const keyword = childOfType(part, 'keyword_pattern');
    const [name, inner] = keyword?.children ?? [];
    if (name !== undefined && inner !== undefined)
      readPattern(reader, inner, () => draft.member(value(), draft.textOf(name)));
    else
      readPattern(reader, part, () =>
        draft.table.add(OP.parameter, expressionFor(draft, type, place.scope), index),
      );
  });
}

/** Returns the value as one of the classes of a pattern, if it names any. */
function typedBy({ draft, place }: Reader, pattern: Syntax | undefined, value: Value): Value {
  const classes = pattern === undefined ? [] : classesOf(pattern);
  if (classes.length === 0) return value;
  return () => valueOfOne(draft, classes, place.scope);
}

/** Returns the classes of which one is certainly matched; none if other values match as well. */
function classesOf(pattern: Syntax): readonly Syntax[] {
  const [first] = pattern.children;
  if (first === undefined) return [];
  if (pattern.type === 'class_pattern') return [first];
  if (/^(case|as)_pattern$/.test(pattern.type)) return classesOf(first);
  if (pattern.type !== 'union_pattern') return [];
  const parts = pattern.children.map(classesOf);
  return parts.some((part) => part.length === 0) ? [] : parts.flat();
}
