import type { EntryType } from '../../../model/entry-point.ts';
import {
  addAnnotated,
  annotationsOfType,
  inheritedAnnotations,
  ownersOf,
} from '../../annotations.ts';
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

/** Returns the paths of a controller: those of its mapping, or of its nearest base that has one. */
function classPaths(values: Values, node: number): readonly string[] {
  const found = inheritedAnnotations(
    values,
    node,
    ({ path, call }) => call >= 0 && path === `${WEB}.RequestMapping`,
  );
  const [first] = found;
  return first === undefined ? [''] : pathsOf(values, first.file, first.call);
}

function isController(values: Values, node: number): boolean {
  return annotationsOfType(values, node).some(({ path }) => /Controller$/.test(path));
}

/** A mapping of a controller's method, or of a class or interface that controllers derive from. */
function mapping(methods: readonly string[] | undefined) {
  return (context: DecorationContext, effects: Effects): void => {
    const { values, file, call, decoration, origin } = context;
    if (decoration.isClass) return;
    const own = methods ?? methodsOf(values, origin?.file ?? file, origin?.call ?? call);
    const controllers = ownersOf(context).filter((one) => isController(values, one));
    for (const prefix of new Set(controllers.flatMap((one) => classPaths(values, one))))
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
    for (const path of found.length > 0 ? found : [decoration.name])
      addAnnotated(context, effects, { type, path, methods: [] });
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
