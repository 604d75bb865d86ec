/**
 * Settings that a prefix is read from: `app.config['USER_PREFIX']` of Flask, where the project gives
 * all constants of that name the same text, and `configService.get('app.prefix')` of NestJS.
 */
import { appendTo } from '../base/append-to.ts';
import { at } from '../base/assert.ts';
import { getOrCompute } from '../base/memoize.ts';
import type { Written } from '../model/registrations.ts';
import { isTestPath } from '../model/test-paths.ts';
import { givenAlone, hole } from './holes.ts';
import { entryOf } from './rules.ts';
import type { Values } from './values.ts';

/** Names of what settings are read from. */
const SETTINGS = /(?:config(?:uration|Service)?|settings|conf)$/i;
const CONSTANT = /^[A-Z][A-Z0-9_]+$/;

/** Returns the text of a prefix; one that is not known is a hole. */
export function prefixText(values: Values, file: number, written: Written | undefined): string {
  if (written === undefined) return '';
  const found = values.pathTexts(file, written)[0] ?? settingText(values, file, written);
  const outer = found === undefined ? givenAlone(values, file, written) : undefined;
  if (outer === undefined || !values.enter(outer.written))
    return found ?? hole(values, file, written);
  const given = prefixText(values, outer.file, outer.written);
  values.leave(outer.written);
  return given;
}

/** Returns the text of a setting; undefined if it is none, or if its text is not certain. */
export function settingText(values: Values, file: number, written: Written): string | undefined {
  const key = keyOf(values, file, written);
  if (key === undefined) return undefined;
  const texts = CONSTANT.test(key)
    ? getOrCompute(CONSTANTS, values, () => constantsOf(values)).get(key)
    : namespaced(values, key);
  const distinct = new Set(texts);
  return distinct.size === 1 ? [...distinct][0] : undefined;
}

/** Returns the name that a setting is read by. */
function keyOf(values: Values, file: number, written: Written): string | undefined {
  if (written.form === 'member')
    return CONSTANT.test(written.name) && isSettings(written.object) ? written.name : undefined;
  const call = written.form === 'call' ? values.call(file, written.call) : undefined;
  if (call?.callee.form !== 'member' || !/^get(?:OrThrow)?$/.test(call.callee.name))
    return undefined;
  return isSettings(call.callee.object) ? values.text(file, call.args[0]) : undefined;
}

function isSettings(written: Written): boolean {
  const isNamed = written.form === 'name' || written.form === 'member';
  return isNamed && SETTINGS.test(written.name);
}

const CONSTANTS = new WeakMap<Values, ReadonlyMap<string, readonly string[]>>();

/** Returns the texts of the constants of files and classes by name. */
function constantsOf(values: Values): ReadonlyMap<string, readonly string[]> {
  const { program } = values;
  const found = new Map<string, string[]>();
  for (const file of program.filesWith('hasRegistrations')) {
    if (isTestPath(at(program.paths, file))) continue;
    const { variables = [], fields = [] } = values.registrations(file) ?? {};
    for (const one of [...variables.filter(({ scope }) => scope < 0), ...fields])
      if (CONSTANT.test(one.name) && one.value.form === 'text')
        appendTo(found, one.name, one.value.text);
  }
  return found;
}

/** Returns what `registerAs('app', () => ({ prefix: 'api' }))` gives to `app.prefix`. */
function namespaced(values: Values, key: string): readonly string[] {
  const [namespace, name = ''] = key.split('.', 2);
  return values.files.flatMap((file) =>
    (values.registrations(file)?.calls ?? []).flatMap(({ callee, args: [given, factory] }) => {
      if (callee.form !== 'name' || callee.name !== 'registerAs') return [];
      if (values.text(file, given) !== namespace) return [];
      const made = values.of(file, factory).flatMap((one) => values.resultOf(one));
      const found = entryOf(made, name);
      return found === undefined ? [] : values.texts(found.file, found.written);
    }),
  );
}
