import type { EntryType } from '../../../model/entry-point.ts';
import type { DecorationContext, Effects, Framework } from '../../framework.ts';
import { joinPaths } from '../../prefixes.ts';
import type { Values } from '../../values.ts';

const WEB = 'org.springframework.web.bind.annotation';

/** Returns the paths of a mapping: its value, `value` or `path`. */
function pathsOf(values: Values, file: number, call: number): readonly string[] {
  const own = values.call(file, call);
  const given = [
    ...(own?.args ?? []),
    ...(own?.named ?? [])
      .filter(([name]) => name === 'value' || name === 'path')
      .map(([, one]) => one),
  ];
  const texts = given.flatMap((one) => values.pathTexts(file, one));
  return texts.length > 0 ? texts : [''];
}

function methodsOf(values: Values, file: number, call: number): readonly string[] {
  const given = values.call(file, call)?.named.find(([name]) => name === 'method')?.[1];
  const items = given?.form === 'list' ? given.items : given === undefined ? [] : [given];
  return items.flatMap((one) => (one.form === 'member' || one.form === 'name' ? [one.name] : []));
}

/** Returns the mapping of the class around a method. */
function classPaths({ values, file, decoration }: DecorationContext): readonly string[] {
  for (const one of values.registrations(file)?.decorations ?? []) {
    if (!one.isClass || one.name !== decoration.owner || one.value.form !== 'call') continue;
    const callee = values.call(file, one.value.call)?.callee;
    const isMapping = values
      .of(file, callee)
      .some((value) => value.form === 'external' && value.path === `${WEB}.RequestMapping`);
    if (isMapping) return pathsOf(values, file, one.value.call);
  }
  return [''];
}

function isController({ values, file, decoration }: DecorationContext): boolean {
  const own = values.registrations(file)?.decorations ?? [];
  return own.some((one) => {
    if (!one.isClass || one.name !== decoration.owner) return false;
    const named = one.value.form === 'call' ? values.call(file, one.value.call)?.callee : one.value;
    return (
      named !== undefined &&
      (named.form === 'name' || named.form === 'member') &&
      /Controller$/.test(named.name)
    );
  });
}

function mapping(methods: readonly string[] | undefined) {
  return (context: DecorationContext, effects: Effects): void => {
    const { values, file, call, decoration } = context;
    if (decoration.isClass || !isController(context)) return;
    const own = methods ?? methodsOf(values, file, call);
    for (const prefix of classPaths(context))
      for (const path of pathsOf(values, file, call))
        add(
          context,
          effects,
          'http',
          joinPaths(joinPaths('', prefix), path),
          own.length === 0 ? ['*'] : own,
        );
  };
}

function add(
  { values, file, decoration, framework }: DecorationContext,
  effects: Effects,
  type: EntryType,
  path: string,
  methods: readonly string[],
): void {
  const node = values.declarationAt(file, decoration.name, decoration.start);
  effects.found.push({
    framework: framework.name,
    type,
    object: undefined,
    path,
    methods,
    handler: undefined,
    ...(node === undefined ? {} : { handlerNode: node }),
    middleware: [],
    file,
    line: decoration.line,
    endLine: decoration.line,
  });
}

/** A method that a schedule or a queue calls. */
function listener(type: EntryType, keys: readonly string[]) {
  return (context: DecorationContext, effects: Effects): void => {
    const { values, file, call, decoration } = context;
    const named = values.call(file, call)?.named ?? [];
    const found = keys.flatMap((key) =>
      named.filter(([name]) => name === key).flatMap(([, one]) => values.texts(file, one)),
    );
    add(context, effects, type, found[0] ?? decoration.name, []);
  };
}

const VERBS = ['Get', 'Post', 'Put', 'Patch', 'Delete'];

export const SPRING: Framework = {
  name: 'spring',
  objects: {},
  methods: {},
  decorators: {
    ...Object.fromEntries(
      VERBS.map((verb) => [`${WEB}.${verb}Mapping`, mapping([verb.toUpperCase()])]),
    ),
    [`${WEB}.RequestMapping`]: mapping(undefined),
    'org.springframework.scheduling.annotation.Scheduled': listener('schedule', ['cron']),
    'org.springframework.kafka.annotation.KafkaListener': listener('consumer', ['topics']),
    'org.springframework.amqp.rabbit.annotation.RabbitListener': listener('consumer', ['queues']),
    'org.springframework.jms.annotation.JmsListener': listener('consumer', ['destination']),
  },
};
