import type { EntryType } from '../../../model/entry-point.ts';
import { addAnnotated } from '../../annotations.ts';
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
        addAnnotated(context, effects, {
          path: joinPaths(joinPaths('', prefix), path),
          methods: own.length === 0 ? ['*'] : own,
        });
  };
}

/** A method that a schedule or a queue calls. */
function listener(type: EntryType, keys: readonly string[]) {
  return (context: DecorationContext, effects: Effects): void => {
    const { values, file, call, decoration } = context;
    const named = values.call(file, call)?.named ?? [];
    const found = keys.flatMap((key) =>
      named.filter(([name]) => name === key).flatMap(([, one]) => values.texts(file, one)),
    );
    addAnnotated(context, effects, { type, path: found[0] ?? decoration.name, methods: [] });
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
