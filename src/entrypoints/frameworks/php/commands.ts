/** Commands of Symfony's console and of Laravel's artisan, and Laravel's schedule. */
import type { EntryType } from '../../../model/entry-point.ts';
import type { Written } from '../../../model/registrations.ts';
import { annotationsOf, annotationTexts } from '../../annotations.ts';
import { addStart, filesNamed, methodOf, nodeOf, spelledName } from '../../found.ts';
import type { Effects, Framework, Rule } from '../../framework.ts';
import { externalBases } from '../../members.ts';
import type { Values } from '../../values.ts';

const ARTISAN = 'Illuminate\\Console\\Command.Command';
const SYMFONY = 'Symfony\\Component\\Console\\Command\\Command.Command';
const QUEUED = 'Illuminate\\Contracts\\Queue\\ShouldQueue.ShouldQueue';
const ATTRIBUTE = 'Symfony\\Component\\Console\\Attribute\\AsCommand.AsCommand';

/** The word in front of the arguments: `mail:send {user}`. */
function firstWord(text = ''): string {
  return text.trim().split(/[\s{|]/)[0] ?? '';
}

/** Finds the classes that are commands, or jobs of a queue. */
function startedClasses(values: Values, effects: Effects): void {
  for (const file of filesNamed(values, /\.php$/))
    for (const { name: owner, start } of values.registrations(file)?.classes ?? []) {
      const node = values.declarationAt(file, owner, start);
      if (node === undefined) continue;
      const bases = externalBases(values, node);
      const [queued] = bases.has(QUEUED) ? values.program.childrenNamed(node, 'handle') : [];
      if (queued !== undefined)
        addStart(effects, {
          ...{ framework: 'laravel', type: 'job', name: owner, file, node: queued },
          line: values.program.declaration(node).startLine,
        });
      const isArtisan = bases.has(ARTISAN);
      const [attribute] = annotationsOf(
        values,
        file,
        (one) => one.isClass && one.name === owner,
      ).filter(({ path }) => path === ATTRIBUTE);
      if (!isArtisan && !bases.has(SYMFONY) && attribute === undefined) continue;
      const attributed = attribute && annotationTexts(values, attribute, ['name'])[0];
      const fields = ['signature', 'defaultName', 'name'];
      const [text = nameGiven(values, file, owner)] = fields.flatMap((name) =>
        fieldText(values, file, owner, name),
      );
      addStart(effects, {
        framework: isArtisan ? 'laravel' : 'symfony',
        ...{ type: 'cli', name: firstWord(attributed ?? text), file },
        line: values.program.declaration(node).startLine,
        node: methodOf(values, node, ['handle', 'execute', '__invoke']),
      });
    }
}

function fieldText(values: Values, file: number, owner: string, name: string): readonly string[] {
  const fields = values.registrations(file)?.fields ?? [];
  return fields
    .filter((one) => one.owner === owner && one.name === name)
    .flatMap(({ value }) => values.text(file, value) ?? []);
}

/** Returns the name that a method of a class gives: `$this->setName('mail:send')`. */
function nameGiven(values: Values, file: number, owner: string): string | undefined {
  const { calls = [], functions = [] } = values.registrations(file) ?? {};
  const call = calls.find(
    ({ callee, scope }) =>
      callee.form === 'member' && callee.name === 'setName' && functions[scope]?.owner === owner,
  );
  return call && values.text(file, call.args[0]);
}

/** `Artisan::command('mail:send {user}', function () {…})`. */
const CLOSURE: Rule = {
  apply: ({ values, file, call }, effects) => {
    const name = firstWord(values.text(file, call.args[0]));
    const { line, endLine } = call;
    const handler = call.args[1];
    addStart(effects, {
      ...{ framework: 'laravel', type: 'cli', name, file, line, endLine, handler },
    });
  },
};

/** `$schedule->command('mail:send')->daily()`; classes are commands and jobs as well. */
function scheduled(type: EntryType): Rule {
  return {
    apply: (context, effects) => {
      const { values, file, call } = context;
      const [given] = call.args;
      const target = constructed(values, file, given);
      const node = nodeOf(values, file, target);
      addStart(effects, {
        ...{ framework: 'laravel', type, file, line: call.line, endLine: call.endLine },
        name: values.pathTexts(file, given)[0] ?? spelledName(target),
        ...(given?.form === 'function' ? { name: `line ${call.line}`, handler: given } : {}),
        node: node === undefined ? undefined : methodOf(values, node, ['handle', '__invoke']),
      });
    },
    result: ({ object }) => (object === undefined ? [] : [{ form: 'object', object }]),
  };
}

/** Returns the class of `new Job($x)`. */
function constructed(values: Values, file: number, written: Written | undefined) {
  return written?.form === 'call' ? values.call(file, written.call)?.callee : written;
}

/** Scheduled texts are commands of the project if one has that name. */
function derive(values: Values, effects: Effects): void {
  startedClasses(values, effects);
  const { found } = effects;
  for (const [index, one] of found.entries()) {
    if (one.framework !== 'laravel' || one.type !== 'schedule') continue;
    if (one.handler !== undefined || one.handlerNode !== undefined) continue;
    const name = firstWord(one.path);
    const command = found.find(
      ({ framework, type, path }) => framework === 'laravel' && type === 'cli' && path === name,
    );
    if (command?.handlerNode !== undefined)
      found[index] = { ...one, handlerNode: command.handlerNode };
  }
}

const SCHEDULE = 'Illuminate\\Console\\Scheduling\\Schedule.Schedule';

export const CONSOLE: Framework = {
  name: 'php-console',
  objects: { [SCHEDULE]: { kind: 'Schedule', isRoot: true } },
  values: { 'Illuminate\\Support\\Facades\\Schedule.Schedule': 'Schedule' },
  methods: {
    Schedule: {
      command: scheduled('schedule'),
      job: scheduled('schedule'),
      call: scheduled('schedule'),
      exec: scheduled('schedule'),
    },
  },
  functions: { 'Illuminate\\Support\\Facades\\Artisan.Artisan.command': CLOSURE },
  derive,
};
