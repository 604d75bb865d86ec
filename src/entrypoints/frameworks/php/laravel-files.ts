/** The places that whole files of routes are read in: groups, `require`, and `bootstrap/app.php`. */
import { appendTo } from '../../../base/append-to.ts';
import { at } from '../../../base/assert.ts';
import type { Written, WrittenCall } from '../../../model/registrations.ts';
import { filesNamed } from '../../found.ts';
import type { Values } from '../../values.ts';

/** A call that reads a file of routes. */
export interface FileReader {
  readonly file: number;
  readonly call: number;
  /** How it reads: a group that is given the file, an expression inside of one, or the application. */
  readonly by: 'group' | 'require' | 'application';
  /** The prefix of `withRouting`; a group has its own. */
  readonly prefix: string;
}

const READERS = new WeakMap<Values, ReadonlyMap<number, readonly FileReader[]>>();

/** Returns the calls that read files of routes, by the file that is read. */
export function fileReaders(values: Values): ReadonlyMap<number, readonly FileReader[]> {
  let readers = READERS.get(values);
  if (readers === undefined) {
    const found = new Map<number, FileReader[]>();
    for (const [target, reader] of findReaders(values))
      if (target !== reader.file) appendTo(found, target, reader);
    readers = found;
    READERS.set(values, readers);
  }
  return readers;
}

function* findReaders(values: Values): Generator<readonly [number, FileReader]> {
  for (const file of values.files)
    for (const [number, call] of (values.registrations(file)?.calls ?? []).entries()) {
      const own = { file, call: number, prefix: '' };
      const by = readBy(call);
      if (by === undefined) continue;
      if (by !== 'application')
        for (const target of filesAt(values, file, call.args.at(-1)))
          yield [target, { ...own, by }];
      const named = new Map(by === 'application' ? call.named : []);
      const prefix = values.text(file, named.get('apiPrefix')) ?? 'api';
      for (const target of filesAt(values, file, named.get('api')))
        yield [target, { ...own, by, prefix }];
    }
}

/** Returns the calls of `withRouting(health: '/up')`, with the path. */
export function healthPaths(values: Values) {
  return filesNamed(values, /\bapp\.php$/).flatMap((file) =>
    (values.registrations(file)?.calls ?? []).flatMap((call) => {
      const given = readBy(call) === 'application' ? new Map(call.named).get('health') : undefined;
      const path = values.text(file, given);
      return path === undefined ? [] : [{ file, call, path }];
    }),
  );
}

function readBy({ callee }: WrittenCall): FileReader['by'] | undefined {
  if (callee.form === 'name') return callee.name === 'require' ? 'require' : undefined;
  if (callee.form !== 'member') return undefined;
  if (callee.name === 'group') return 'group';
  if (callee.name === 'loadRoutesFrom') return 'require';
  return callee.name === 'withRouting' ? 'application' : undefined;
}

/** Returns the file of `base_path('routes/api.php')` or `__DIR__.'/../routes/api.php'`. */
function filesAt(values: Values, file: number, written: Written | undefined): readonly number[] {
  if (written === undefined || written.form === 'function') return [];
  const call = written.form === 'call' ? values.call(file, written.call) : undefined;
  const parts = written.form === 'joined' ? written.parts.slice(-1) : [call?.args[0] ?? written];
  const end = values.text(file, parts[0])?.replace(/^(?:[./]*\/)?/, '/');
  if (end?.endsWith('.php') !== true) return [];
  const { paths } = values.program;
  const found = values.files.filter((one) => `/${at(paths, one)}`.endsWith(end));
  // A repository may hold several applications: the file belongs to the one around the reader.
  const shared = found.map((one) => sharedFolders(at(paths, one), at(paths, file)));
  return found.filter((_, index) => shared[index] === Math.max(...shared));
}

/** Counts the folders that two paths have in common. */
function sharedFolders(one: string, other: string): number {
  const others = other.split('/').slice(0, -1);
  const folders = one.split('/').slice(0, -1);
  const index = folders.findIndex((folder, depth) => folder !== others[depth]);
  return index < 0 ? folders.length : index;
}
