/** Commands of cleo: classes with a name that derive from its `Command`. */
import { appendTo } from '../../../base/append-to.ts';
import { at } from '../../../base/assert.ts';
import { isTestPath } from '../../../model/test-paths.ts';
import { addStart, filesNamed, methodOf } from '../../found.ts';
import type { Effects, Framework } from '../../framework.ts';
import { externalBases } from '../../members.ts';
import type { Values } from '../../values.ts';

function derive(values: Values, effects: Effects): void {
  const { program } = values;
  // Only the file that derives from cleo's class has to import it.
  const importing = filesNamed(values, /\.py$/).filter((file) =>
    values.registrations(file)?.imports.some(({ specifier }) => /^cleo\b/.test(specifier)),
  );
  const first = importing.flatMap((file) =>
    (values.registrations(file)?.classes ?? []).flatMap(({ name }) =>
      program
        .topLevelNamed(file, name)
        .filter((node) => [...externalBases(values, node)].some((base) => COMMAND.test(base))),
    ),
  );
  if (first.length === 0) return;
  const derived = derivedClasses(values);
  const found = new Set(first);
  for (const node of found) for (const subclass of derived.get(node) ?? []) found.add(subclass);
  for (const node of found) addCommand(values, node, effects);
}

const COMMAND = /^cleo\.(?:.+\.)?Command$/;

/** Returns the classes of Python that derive directly from each class. */
function derivedClasses({ program, evaluator }: Values): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>();
  for (const [file, path] of program.paths.entries()) {
    if (!path.endsWith('.py') || isTestPath(path)) continue;
    for (const [index, { kind }] of program.facts(file).declarations.entries()) {
      if (kind !== 'class') continue;
      const node = program.nodeOf(file, index);
      for (const { expression } of program.shape(node).heritage) {
        const base = evaluator.typeOf(file, expression);
        if (base?.form === 'instance') appendTo(found, base.node, node);
      }
    }
  }
  return found;
}

function addCommand(values: Values, node: number, effects: Effects): void {
  const { program } = values;
  const [field] = program.childrenNamed(node, 'name');
  const name = field === undefined ? undefined : values.textOfSymbol(field);
  const file = program.fileOf(node);
  if (name === undefined || isTestPath(at(program.paths, file))) return;
  const { startLine: line, endLine } = program.declaration(node);
  addStart(effects, {
    ...{ framework: 'cleo', type: 'cli', name, file, line, endLine },
    node: methodOf(values, node, ['handle']),
  });
}

export const CLEO: Framework = { name: 'cleo', objects: {}, methods: {}, derive };
