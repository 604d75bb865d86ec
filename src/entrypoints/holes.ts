/** Parts of routes that are not known. */
import type { Written } from '../model/registrations.ts';
import { CALLED } from './use.ts';
import type { Values } from './values.ts';

/** Marks a part of a route that is not known; the route shows its name in braces. */
const HOLE = '\u0000';

/** Returns what the only call of a function gives to the parameter that a name refers to. */
export function givenAlone(
  values: Values,
  file: number,
  written: Written,
): { readonly file: number; readonly written: Written } | undefined {
  if (written.form !== 'name') return undefined;
  const { parameters = [], receiver } = values.registrations(file)?.functions[written.scope] ?? {};
  const index = parameters.findIndex(({ name }) => name === written.name);
  const [only, other] = values
    .usesOf(file, written.scope)
    .filter(({ argument }) => argument === CALLED);
  if (index < 0 || only === undefined || other !== undefined) return undefined;
  const first = receiver !== undefined && parameters[0]?.name === receiver ? 1 : 0;
  const given = values.call(only.file, only.call)?.args[index - first];
  return given && { file: only.file, written: given };
}

/** Methods that return the same text in another form. */
const SAME_TEXT = /^[lr]?(?:trim|strip|clone$|as_str$|to_?(?:owned|string)$)/i;

/** Returns the mark of a part that is not known: a setting rather than the variable that has its text. */
export function hole(values: Values, file: number, written: Written): string {
  const given = written.form === 'name' ? settingOf(values, file, written.name) : undefined;
  return joinedHole(values, file, written) ?? HOLE + spelled(given ?? written) + HOLE;
}

/** A function that is not known may put a setting in front of its path: `conf.BaseUri("/api")`. */
function joinedHole(values: Values, file: number, written: Written): string | undefined {
  const call = written.form === 'call' ? values.call(file, written.call) : undefined;
  if (call?.callee.form !== 'member' || call.args.length !== 1) return undefined;
  const path = values.text(file, call.args[0]);
  return path?.startsWith('/') === true ? HOLE + spelled(call.callee) + HOLE + path : undefined;
}

/** Returns the member of `let path = settings.path.trim_end_matches('/')`. */
function settingOf(values: Values, file: number, name: string): Written | undefined {
  const [only, other] = (values.registrations(file)?.variables ?? []).filter(
    (one) => one.name === name,
  );
  let value = other === undefined ? only?.value : undefined;
  while (value?.form === 'call') {
    const callee = values.call(file, value.call)?.callee;
    value = callee?.form === 'member' && SAME_TEXT.test(callee.name) ? callee.object : undefined;
  }
  return value?.form === 'member' && !spelled(value).startsWith('…') ? value : undefined;
}

/** Returns a route with its holes in braces; undefined if it has none. */
export function withHolesShown(route: string): string | undefined {
  if (!route.includes(HOLE)) return undefined;
  const [first = '', ...parts] = route.split(HOLE);
  return parts.reduce(
    (shown, part, index) => shown + (index % 2 === 0 ? `{${part}}` : part),
    first,
  );
}

function spelled(written: Written): string {
  if (written.form === 'name') return written.name;
  return written.form === 'member' ? `${spelled(written.object)}.${written.name}` : '…';
}
