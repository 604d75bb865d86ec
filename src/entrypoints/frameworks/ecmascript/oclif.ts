/** Commands of oclif: the files of the folder that `package.json` names. */
import { posix } from 'node:path';
import type { Written } from '../../../model/registrations.ts';
import { isTestPath } from '../../../model/test-paths.ts';
import { addStart, methodOf } from '../../found.ts';
import type { Effects, Framework } from '../../framework.ts';
import type { Values } from '../../values.ts';

function derive(values: Values, effects: Effects): void {
  for (const file of values.files)
    for (const { callee, args } of values.registrations(file)?.calls ?? [])
      if (callee.form === 'name' && callee.name === 'package.json oclif')
        readCommands(values, commandsFolder(values, file, args[1]), effects);
}

/** Returns the folder of the sources; the package names the one that is built of them. */
function commandsFolder(values: Values, file: number, settings: Written | undefined): string {
  const entries = settings?.form === 'object' ? settings.entries : [];
  const given = entries.find(([name]) => name === 'commands')?.[1];
  const target =
    given?.form === 'object' ? given.entries.find(([name]) => name === 'target')?.[1] : given;
  const named = target?.form === 'text' ? posix.normalize(target.text) : 'src/commands';
  const folder = posix.dirname(values.program.paths[file] ?? '');
  return posix.join(folder, named.replace(/^(?:lib|dist|build)\//, 'src/'));
}

function readCommands(values: Values, folder: string, effects: Effects): void {
  const { program } = values;
  for (const [file, path] of program.paths.entries()) {
    if (!path.startsWith(`${folder}/`) || !/(?<!\.d)\.[cm]?[jt]sx?$/.test(path)) continue;
    const node = isTestPath(path) ? undefined : commandIn(values, file);
    if (node === undefined) continue;
    const words = path
      .slice(folder.length + 1)
      .replace(/\.\w+$/, '')
      .split('/');
    if (words.at(-1) === 'index') words.pop();
    const { startLine: line, endLine } = program.declaration(node);
    const handler = methodOf(values, node, ['run']);
    const name = words.join(' ');
    addStart(effects, {
      framework: 'oclif',
      type: 'cli',
      name,
      file,
      line,
      endLine,
      node: handler,
    });
  }
}

/** Returns the class that a file exports, by default or by any name. */
function commandIn(values: Values, file: number): number | undefined {
  const { program } = values;
  const isClass = (node: number): boolean => program.declaration(node).kind === 'class';
  for (const value of values.exported([file], 'default'))
    if (value.form === 'symbol' && isClass(value.node)) return value.node;
  const { declarations } = program.facts(file);
  const index = declarations.findIndex(
    ({ kind, parent, exported }) => kind === 'class' && parent < 0 && exported,
  );
  return index < 0 ? undefined : program.nodeOf(file, index);
}

export const OCLIF: Framework = { name: 'oclif', objects: {}, methods: {}, derive };
