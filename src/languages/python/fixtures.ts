/**
 * Fixtures of pytest: a test or a fixture names others by its parameters, and pytest calls them. They
 * are looked up in the class, in the module, and in `conftest.py` of each folder up to the root.
 */
import { childrenOfType, fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import type { PythonDraft } from './draft.ts';
import type { Place, Scope } from './scope.ts';

const FIXTURE = /(?:^|\.)(?:yield_)?fixture$/;
const USE_FIXTURES = /(?:^|\.)usefixtures$/;
const NAME_ARGUMENT = /\bname\s*=\s*["'](\w+)["']/;
const CONFTEST = /(?:^|\/)conftest\.py$/;

export function isFixture(decorators: readonly string[]): boolean {
  return decorators.some((one) => FIXTURE.test(one));
}

/** Records a fixture of a module or class. Its decorator may give it another name. */
export function addFixture(
  draft: PythonDraft,
  { parent }: Syntax,
  made: { readonly index: number; readonly name: string; readonly owner: number },
): void {
  const decorators = parent === undefined ? [] : childrenOfType(parent, 'decorator');
  const [, given] = NAME_ARGUMENT.exec(decorators.map((one) => draft.textOf(one)).join(' ')) ?? [];
  draft.fixtures.set(keyOf(made.owner, given ?? made.name), made.index);
}

/** Yields the fixtures of a module whose names no statement binds. */
export function* renamedFixtures(
  { fixtures }: PythonDraft,
  module: Scope,
): Generator<readonly [string, number]> {
  for (const [key, index] of fixtures) {
    const [owner, name = ''] = key.split(' ');
    if (owner === '-1' && !module.names.has(name)) yield [name, index];
  }
}

/** Whether pytest calls a function and fills its parameters. */
export function takesFixtures(
  draft: PythonDraft,
  name: string,
  { scope }: Place,
  decorators: readonly string[],
): boolean {
  if (scope.form === 'function') return false;
  if (isFixture(decorators)) return true;
  const owner = draft.declarations[scope.owner];
  return name.startsWith('test') && (owner === undefined || owner.name.startsWith('Test'));
}

/** Returns the name of the fixture that a parameter asks for: it has no default. */
export function requestedFixture(draft: PythonDraft, parameter: Syntax): string | undefined {
  const name = parameter.type === 'typed_parameter' ? parameter.children[0] : parameter;
  return name?.type === 'identifier' ? draft.textOf(name) : undefined;
}

/** Returns the function of a fixture as seen from a test; it may be unknown. */
export function fixtureNamed(
  draft: PythonDraft,
  name: string,
  scope: Scope,
  requester: number,
): ExpressionId {
  const owner = scope.form === 'class' ? scope.owner : -1;
  const inClass = draft.fixtures.get(keyOf(owner, name));
  const inModule = draft.fixtures.get(keyOf(-1, name));
  // A fixture that asks for its own name means the one that it replaces.
  const own = [inClass, inModule].filter((index) => index !== undefined && index !== requester);
  const imported = (scope.module.names.get(name) ?? []).filter(({ form }) => form === 'import');
  return draft.first([
    ...own.map((index) => draft.table.add(OP.declaration, index ?? -1)),
    ...imported.map(({ evaluate }) => evaluate()),
    ...sharedFixtures(draft, name),
  ]);
}

/** Returns the fixture in each `conftest.py` that is above the file, nearest first. */
function sharedFixtures(draft: PythonDraft, name: string): readonly ExpressionId[] {
  const known = draft.sharedFixtures.get(name);
  if (known !== undefined) return known;
  const found: ExpressionId[] = [];
  const depth = draft.path.split('/').length;
  for (let dots = CONFTEST.test(draft.path) ? 2 : 1; dots <= depth; dots++)
    found.push(draft.binding(draft.pathModule(`${'.'.repeat(dots)}conftest`, 1), name));
  draft.sharedFixtures.set(name, found);
  return found;
}

/** Emits the fixtures that a test asks for by its parameters. */
export function referToFixtures(draft: PythonDraft, node: Syntax, outer: Scope): void {
  const owner = draft.declared.get(node);
  if (owner === undefined || !draft.fixtureUsers.has(owner)) return;
  const parameters = fieldOf(node, 'parameters')?.children ?? [];
  for (const parameter of outer.form === 'class' ? parameters.slice(1) : parameters) {
    const name = requestedFixture(draft, parameter);
    if (name !== undefined) refer(draft, name, parameter, { outer, owner });
  }
}

/** Emits the fixtures of `@pytest.mark.usefixtures("name")`. */
export function referToUsedFixtures(draft: PythonDraft, call: Syntax, outer: Scope): void {
  const callee = fieldOf(call, 'function');
  if (callee === undefined || !USE_FIXTURES.test(draft.textOf(callee))) return;
  for (const argument of fieldOf(call, 'arguments')?.children ?? []) {
    const [, name] = /^["'](\w+)["']$/.exec(draft.textOf(argument)) ?? [];
    if (name !== undefined) refer(draft, name, argument, { outer, owner: outer.owner });
  }
}

function refer(
  draft: PythonDraft,
  name: string,
  at: Syntax,
  { outer, owner }: { readonly outer: Scope; readonly owner: number },
): void {
  const fixture = fixtureNamed(draft, name, outer, owner);
  if (fixture !== draft.unknown) draft.refer(owner, 'value', fixture, at.start);
}

function keyOf(owner: number, name: string): string {
  return `${owner} ${name}`;
}
