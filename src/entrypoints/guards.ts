/** Guards that are written beside a handler: decorators, attributes, and fields of its class. */
import { at } from '../base/assert.ts';
import type { EntryType } from '../model/entry-point.ts';
import type { Decoration, Written } from '../model/registrations.ts';
import { externalBases } from './members.ts';
import { nameOf } from './rules.ts';
import type { Values } from './values.ts';

/** Attributes and annotations that decide who may call a handler. */
const GUARDS =
  /^(?:Authorize|AllowAnonymous|PreAuthorize|Secured|RolesAllowed|PermitAll|IsGranted)$/;
/** Decorators of Python that describe a function, and are around nothing. */
const DESCRIBING =
  /^(?:staticmethod|classmethod|property|override|abstractmethod|api_view|action)$/;
/** Decorators of REST framework that list guards. */
const LISTING = /^(?:permission|authentication|throttle)_classes$/;
/** Fields of Python's classes that list guards. */
const FIELDS = ['decorators', 'method_decorators', 'permission_classes'];
const MIXINS = /^django\.contrib\.auth\.mixins\.(\w+)$/;

/** Returns the names of the guards of a symbol that handles a request, with those of its class first. */
export function guardsOf(values: Values, type: EntryType, node: number): readonly string[] {
  if (type !== 'http' && type !== 'websocket') return [];
  const { program } = values;
  const file = program.fileOf(node);
  const own = values.registrations(file);
  if (own === undefined) return [];
  const isPython = at(program.paths, file).endsWith('.py');
  const { name, start, end, kind } = program.declaration(node);
  const outer = kind === 'class' ? node : program.parentOf(node);
  const owner = outer < 0 ? undefined : program.declaration(outer);
  const inClass = own.decorations.filter((one) => one.isClass && one.name === owner?.name);
  const beside = own.decorations.filter(
    (one) => !one.isClass && one.name === name && start <= one.start && one.start < end,
  );
  const isGuard = isPython
    ? (one: Decoration) => !one.isClass && isAround(values, file, one)
    : (one: Decoration) => GUARDS.test(lastName(values, file, one.value));
  return [
    ...(isPython && owner !== undefined ? listedIn(values, outer) : []),
    ...[...inClass, ...beside].filter(isGuard).flatMap((one) => namesIn(values, file, one.value)),
  ];
}

/** Whether a decorator of Python is called with each request: it registers nothing. */
function isAround(values: Values, file: number, { value }: Decoration): boolean {
  const named = value.form === 'call' ? values.call(file, value.call)?.callee : value;
  const registers = values
    .of(file, named)
    .some(
      (one) =>
        one.form === 'bound' ||
        (one.form === 'external' &&
          values.frameworks.some(({ decorators }) => decorators?.[one.path] !== undefined)),
    );
  return !registers && !DESCRIBING.test(lastName(values, file, value));
}

function lastName(values: Values, file: number, value: Written): string {
  return nameOf({ values, file }, value).replace(/^.*\./, '');
}

function namesIn(values: Values, file: number, value: Written): readonly string[] {
  const name = nameOf({ values, file }, value);
  const listed =
    LISTING.test(name) && value.form === 'call' ? values.call(file, value.call) : undefined;
  const names =
    listed === undefined ? [name] : listed.args.flatMap((one) => namesOf(values, file, one));
  return names.filter((one) => one !== '');
}

function namesOf(values: Values, file: number, value: Written): readonly string[] {
  const items = value.form === 'list' ? value.items : [];
  return items.map((one) => nameOf({ values, file }, one)).filter((one) => one !== '');
}

/** Returns the guards that a class of Python lists in its fields, and those of its mixins. */
function listedIn(values: Values, node: number): readonly string[] {
  const file = values.program.fileOf(node);
  const { name } = values.program.declaration(node);
  const mixins = [...externalBases(values, node)].flatMap((one) => MIXINS.exec(one)?.[1] ?? []);
  const fields = (values.registrations(file)?.fields ?? []).filter(
    (one) => one.owner === name && FIELDS.includes(one.name),
  );
  return [...mixins, ...fields.flatMap(({ value }) => namesOf(values, file, value))];
}
