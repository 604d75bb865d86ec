/** The groups that whole files of routes are read in: a provider's, or those of `bootstrap/app.php`. */
import { at } from '../../../base/assert.ts';
import type { Written } from '../../../model/registrations.ts';
import type { Values } from '../../values.ts';

/** A call that reads a file of routes. */
interface FileGroup {
  readonly file: number;
  readonly call: number;
  /** The prefix of `withRouting`; undefined for a group, whose chain has it. */
  readonly prefix?: string;
}

const GROUPS = new WeakMap<Values, ReadonlyMap<number, FileGroup>>();

/** Returns the call that reads a file of routes. */
export function fileGroupOf(values: Values, file: number): FileGroup | undefined {
  let groups = GROUPS.get(values);
  if (groups === undefined) {
    groups = new Map(readGroups(values));
    GROUPS.set(values, groups);
  }
  return groups.get(file);
}

function* readGroups(values: Values): Generator<readonly [number, FileGroup]> {
  for (const file of values.files)
    for (const [number, call] of (values.registrations(file)?.calls ?? []).entries()) {
      if (call.callee.form !== 'member') continue;
      const { name } = call.callee;
      const own = { file, call: number };
      if (name === 'group')
        for (const target of filesAt(values, file, call.args.at(-1))) yield [target, own];
      if (name !== 'withRouting') continue;
      const named = new Map(call.named);
      const prefix = values.text(file, named.get('apiPrefix')) ?? 'api';
      for (const target of filesAt(values, file, named.get('api')))
        yield [target, { ...own, prefix }];
    }
}

/** Returns the file of `base_path('routes/api.php')` or `__DIR__.'/../routes/api.php'`. */
function filesAt(values: Values, file: number, written: Written | undefined): readonly number[] {
  if (written === undefined || written.form === 'function') return [];
  const call = written.form === 'call' ? values.call(file, written.call) : undefined;
  const parts = written.form === 'joined' ? written.parts.slice(-1) : [call?.args[0] ?? written];
  const end = values.text(file, parts[0])?.replace(/^(?:[./]*\/)?/, '/');
  if (end?.endsWith('.php') !== true) return [];
  return values.files.filter((one) => `/${at(values.program.paths, one)}`.endsWith(end));
}

/** Returns the class that `'Users@show'` names, if there is one file of that name. */
export function classFile(values: Values, name: string): number | undefined {
  const end = `/${name.replaceAll('\\', '/').replace(/^\//, '')}.php`;
  const { paths } = values.program;
  const found = [...paths.keys()].filter((file) => at(paths, file).endsWith(end));
  return found.length === 1 ? found[0] : undefined;
}
