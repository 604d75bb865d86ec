/**
 * Drops what cannot take part in a registration: most calls of a file, and the variables that only
 * they use.
 */
import { at } from '../../base/assert.ts';
import type {
  Registrations,
  Written,
  WrittenCall,
  WrittenVariable,
} from '../../model/registrations.ts';
import { UNKNOWN } from '../../model/registrations.ts';
import { isPathConstant, Relevant } from './relevant.ts';

interface Relevance {
  /** As in the reader of the language. */
  readonly vocabulary: ReadonlySet<string>;
  readonly hasExtensions?: boolean;
  readonly hasReceivers?: boolean;
  readonly startedBases?: RegExp;
  readonly composed?: RegExp;
  readonly readsWords?: boolean;
  readonly wrapped?: ReadonlySet<string>;
  readonly decoratorsWrap?: boolean;
}

/** Returns the relevant part, with calls renumbered; undefined if nothing is. */
export function keepRelevant(
  all: Registrations,
  {
    vocabulary: words,
    hasExtensions = false,
    hasReceivers = false,
    startedBases,
    composed,
    readsWords = false,
    wrapped,
    decoratorsWrap = false,
  }: Relevance,
): Registrations | undefined {
  const vocabulary = withAliases(words, all);
  const kept = new Relevant(all);
  const wrappers = wrapperNames(all, wrapped);
  const roots = numbersOf(
    all.calls,
    (call) =>
      (isCandidate(call, all, vocabulary) && !(readsWords && readsWord(call))) ||
      isNamed(call.callee, wrappers),
  );
  const known = all.decorations.filter(({ value }) => {
    const name = lastName(calleeOf(value, all));
    return vocabulary.has(name) || composed?.test(name) === true;
  });
  const starts = new Set(decoratorsWrap ? known.map(({ start }) => start) : []);
  const decorations =
    starts.size === 0 ? known : all.decorations.filter(({ start }) => starts.has(start));
  const made = hasExtensions ? chainsFrom(roots, all) : new Set(roots);
  const receivers = receiverNames(all, roots, made);
  const passing = numbersOf(
    all.calls,
    (call) =>
      passesOn(call, all, receivers, made, hasExtensions) ||
      passesPath(call) ||
      passesAddress(call) ||
      (hasReceivers && call.callee.form === 'name' && call.scope >= 0),
  );
  for (const call of [...roots, ...passing]) kept.addCall(call);
  for (const { value } of decorations) kept.add(value);
  const lists = all.variables.filter(
    ({ name, scope, value }) => vocabulary.has(name) || (scope < 0 && hasKeyIn(value, vocabulary)),
  );
  for (const variable of lists) kept.addVariable(variable);
  // Other files may use what the file makes and only exports.
  for (const variable of all.variables)
    if (isMadeBy(variable, made, receivers)) kept.addVariable(variable);
  // A struct of Go is what it embeds: `r.Handler = r.routes()`.
  const embedded = new Set(all.classes.flatMap(({ bases }) => bases.map(lastName)));
  for (const { name, value } of all.fields) if (embedded.has(name)) kept.add(value);
  const hasBases = all.classes.some(({ bases }) => bases.length > 0);
  const hasPaths =
    all.variables.some((one) => isPathConstant(one) || isBarrel(one)) ||
    all.fields.some(({ value }) => isPath(value));
  if (kept.isEmpty && decorations.length === 0 && !hasBases && !hasPaths) return undefined;
  for (const { value, type } of all.variables) if (type !== undefined) kept.add(value, type);
  const found = kept.finish(decorations, roots.length > 0);
  const isStarted = all.classes.some(({ bases }) =>
    bases.some((base) => startedBases?.test(lastName(base)) === true),
  );
  const isActive =
    roots.some((call) => !isOwnLoop(at(all.calls, call))) ||
    hasExtensions ||
    isStarted ||
    registers({ ...found, fields: all.fields }, vocabulary);
  return isActive ? found : { ...found, isPassive: true };
}

/** Whether a file exports other modules under names: `module.exports = { users: require('./users') }`. */
function isBarrel({ name, value }: WrittenVariable): boolean {
  return (
    name === '=' && value.form === 'object' && value.entries.some(([, one]) => one.form === 'call')
  );
}

/** Adds the other names that a file imports known names by: `import actor as _actor`. */
function withAliases(words: ReadonlySet<string>, { imports }: Registrations): ReadonlySet<string> {
  const aliases = imports.filter(({ local, name }) => words.has(name) && !words.has(local));
  return aliases.length === 0 ? words : new Set([...words, ...aliases.map(({ local }) => local)]);
}

/** Returns the functions that pass a parameter of their own as the first argument of some calls. */
function wrapperNames(
  { calls, functions }: Registrations,
  wrapped: ReadonlySet<string> | undefined,
): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { callee, args, scope } of wrapped === undefined ? [] : calls) {
    const own = functions[scope];
    if (own === undefined || wrapped?.has(lastName(callee)) !== true) continue;
    if (own.parameters.some(({ name }) => name === lastName(args[0] ?? UNKNOWN)))
      names.add(own.name);
  }
  return names;
}

function isNamed(callee: Written, names: ReadonlySet<string>): boolean {
  return callee.form === 'name' && names.has(callee.name);
}

/** Whether a function of the project may register what a call passes: `add('/users', list)`. */
function passesPath({ args }: WrittenCall): boolean {
  return (
    args.length > 1 &&
    args.some(isPath) &&
    args.some(({ form }) => /^(?:name|member|function|call)$/.test(form))
  );
}

/** Whether a client of the project may be called: `service({ url: '/users' })`. */
function passesAddress({ args: [first] }: WrittenCall): boolean {
  return (
    first?.form === 'object' &&
    first.entries.some(([name, value]) => name === 'url' && isPath(value))
  );
}

function isPath(value: Written): boolean {
  const [first] = value.form === 'joined' ? value.parts : [value];
  return first?.form === 'text' && first.text.startsWith('/');
}

/** Whether something besides calls by known names can register, or give a value to what does. */
function registers(
  { calls, decorations, fields, variables }: Registrations,
  vocabulary: ReadonlySet<string>,
): boolean {
  return (
    decorations.length > 0 ||
    calls.some(passesValue) ||
    [...variables, ...fields].some(({ name }) => vocabulary.has(name))
  );
}

/** Whether a call passes what may be an object of a framework. */
function passesValue({ args, named }: WrittenCall): boolean {
  const given = [...args, ...named.map(([, value]) => value)];
  return given.some(({ form }) => form !== 'text' && form !== 'unknown' && form !== 'function');
}

/** Whether a variable is what a registering call makes, a member of that, or another name for it. */
function isMadeBy(
  { scope, value }: WrittenVariable,
  made: ReadonlySet<number>,
  receivers: ReadonlySet<string>,
): boolean {
  if (value.form === 'call') return made.has(value.call);
  const source = value.form === 'member' ? value.object : value;
  return scope < 0 && receivers.has(lastName(source));
}

/** Whether a value is an object with a known key: `{ Query: { … } }`. */
function hasKeyIn(value: Written, vocabulary: ReadonlySet<string>): boolean {
  return value.form === 'object' && value.entries.some(([key]) => vocabulary.has(key));
}

function numbersOf(
  calls: readonly WrittenCall[],
  matches: (call: WrittenCall) => boolean,
): readonly number[] {
  const found: number[] = [];
  for (const [number, call] of calls.entries()) if (matches(call)) found.push(number);
  return found;
}

/** A call by a known name that passes something. `get(x)` alone reads a map. */
function isCandidate(call: WrittenCall, all: Registrations, vocabulary: ReadonlySet<string>) {
  // A computed method with a path and a handler: `app[method]('/users', list)`.
  if (call.callee.form === 'member' && call.callee.key !== undefined)
    return call.args.length > 1 || isText(call.args[0]);
  if (!vocabulary.has(lastName(call.callee)) && !vocabulary.has(lastNames(call.callee)))
    return false;
  // `queue.add(name, data)` may repeat a job; `set.add(x)` registers nothing.
  if (call.args.length < 2 && lastName(call.callee) === 'add')
    return call.callee.form === 'member' && call.callee.object.form === 'call';
  // `map(methods, path, handler)` of a router is no iteration.
  if (call.args.length < 3 && ITERATIONS.has(lastName(call.callee)))
    return isOverList(call, all) || (call.callee.form === 'name' && isText(call.args[0]));
  if (call.callee.form !== 'member' || call.named.length > 0 || call.args.length > 1) return true;
  if (call.callee.object.form === 'call') return true;
  const [only] = call.args;
  return only === undefined || only.form !== 'name' || !isVerb(call.callee.name) || hasUse(all);
}

/** Whether a call reads a value, as `options.get('name', None)` and `objects.get(pk=1)` do. */
function readsWord({ callee, args: [first], named }: WrittenCall): boolean {
  if (callee.form !== 'member' || callee.name !== 'get') return false;
  if (first === undefined) return !named.some(([name]) => /^(?:path|url|rule)$/.test(name));
  return first.form === 'text' && /^[\w.-]+$/.test(first.text);
}

function isText(value: Written | undefined): boolean {
  return value?.form === 'text' || value?.form === 'joined';
}

/** Whether a call only runs functions written in it, whose own calls say what they register. */
function isOwnLoop({ callee, args }: WrittenCall): boolean {
  return ITERATIONS.has(lastName(callee)) && args.every(({ form }) => form === 'function');
}

/** Methods that call a function for each item of a list. */
const ITERATIONS: ReadonlySet<string> = new Set(['forEach', 'map']);

function isOverList({ callee }: WrittenCall, { variables }: Registrations): boolean {
  if (callee.form !== 'member') return false;
  // `['get', 'post'].forEach` and `Object.entries(routes).forEach`.
  if (/^(?:list|call)$/.test(callee.object.form)) return true;
  const list = lastName(callee.object);
  return variables.some(({ name, value }) => name === list && value.form === 'list');
}

const VERBS = /^(get|set|has|delete|options|head|all|on|action)$/;

function isVerb(name: string): boolean {
  return VERBS.test(name);
}

function hasUse({ calls }: Registrations): boolean {
  return calls.length < 50;
}

/** Returns the registering calls and those that follow them: `app.MapGroup("/api").WithTags("x")`. */
function chainsFrom(roots: readonly number[], { calls }: Registrations): ReadonlySet<number> {
  const found = new Set(roots);
  // The call in front of another one comes first.
  for (const [number, { callee }] of calls.entries())
    if (callee.form === 'member' && callee.object.form === 'call' && found.has(callee.object.call))
      found.add(number);
  return found;
}

/** The names that registering calls are made on, and that their results are given to. */
function receiverNames(
  all: Registrations,
  roots: readonly number[],
  made: ReadonlySet<number>,
): ReadonlySet<string> {
  const names = new Set<string>();
  for (const call of roots) {
    const callee = all.calls[call]?.callee;
    if (callee?.form === 'member') names.add(lastName(callee.object));
  }
  for (const { name, value } of [...all.variables, ...all.fields]) {
    if (value.form === 'call' && made.has(value.call)) names.add(name);
  }
  for (const { parameters } of all.functions)
    for (const { name, type } of parameters) if (type !== undefined) names.add(name);
  // A router that is declared by its type alone gets its value elsewhere.
  for (const { name, scope, type, value } of all.variables)
    if (scope < 0 && type !== undefined && value.form === 'unknown') names.add(name);
  names.delete('');
  return names;
}

/** Names of applications, which may come from a parameter: `load({ app })`. */
const APPLICATION = /(?:^app|App|^server|^router|Router|^fastify)$/;

/** Names of functions of a project that take a router: `s.MountRouter(name, path, router)`. */
const ROUTING = /^(?:[mM]ount|[aA]dd|[rR]egister)Rout/;

/** Whether a call hands on something that registers, or calls what it requires. */
function passesOn(
  call: WrittenCall,
  all: Registrations,
  names: ReadonlySet<string>,
  made: ReadonlySet<number>,
  hasExtensions: boolean,
): boolean {
  if (call.callee.form === 'call') {
    const inner = all.calls[call.callee.call];
    return inner?.callee.form === 'name' && inner.callee.name === 'require';
  }
  const isPassed = (one: Written): boolean => {
    if (one.form === 'object') return one.entries.some(([, value]) => isPassed(value));
    if (one.form === 'call') return made.has(one.call);
    return names.has(lastName(one)) || APPLICATION.test(lastName(one));
  };
  if (hasExtensions && call.callee.form === 'member' && isPassed(call.callee.object)) return true;
  if (ROUTING.test(lastName(call.callee)) && call.args.length > 1) return true;
  return call.args.some(isPassed) || call.named.some(([, value]) => isPassed(value));
}

/** Returns the last part of a dotted name; empty for other values. */
function lastName(value: Written): string {
  return value.form === 'name' || value.form === 'member' ? value.name : '';
}

/** Returns the last two parts of a dotted name: `registry.extend`. */
function lastNames(value: Written): string {
  return value.form === 'member' ? `${lastName(value.object)}.${value.name}` : '';
}

function calleeOf(value: Written, { calls }: Registrations): Written {
  return value.form === 'call' ? (calls[value.call]?.callee ?? UNKNOWN) : value;
}
