/**
 * Entry points in data files: scripts and binaries of packages, schedules, functions in the cloud,
 * processes. The names of the rules are those of the readers of each language.
 */
import { posix } from 'node:path';
import type { EntryType } from '../../../model/entry-point.ts';
import type { Written } from '../../../model/registrations.ts';
import type { Effects, Framework } from '../../framework.ts';
import type { Values } from '../../values.ts';
import { ofDottedName } from '../python/jobs.ts';
import { fileNamed, type Programs, type Target, targetOf } from './command-target.ts';

/** One thing that a file starts, as its reader found it. */
interface DataStart {
  readonly values: Values;
  readonly file: number;
  readonly name: string;
  readonly value: Written;
  readonly named: (key: string) => Written | undefined;
  readonly programs: Programs;
}

/** The parts of an entry point that a file gives. */
interface Reading {
  readonly type: EntryType;
  readonly route: string;
  readonly methods?: readonly string[];
  readonly target?: Target | undefined;
}

/** Reads a start; returns nothing for what is none. */
type DataReader = (start: DataStart) => readonly Reading[];

function text(written: Written | undefined): string | undefined {
  return written?.form === 'text' ? written.text : undefined;
}

function entry(written: Written | undefined, name: string): Written | undefined {
  return written?.form === 'object'
    ? written.entries.find(([key]) => key === name)?.[1]
    : undefined;
}

function entriesOf(written: Written | undefined): readonly (readonly [string, Written])[] {
  return written?.form === 'object' ? written.entries : [];
}

/** Returns the words of a command line or of a list of words. */
function wordsOf(written: Written | undefined): readonly string[] {
  if (written?.form === 'list') return written.items.flatMap((one) => wordsOf(one));
  return text(written)?.split(/[\s;&|()'"]+/) ?? [];
}

function lineOf(written: Written | undefined): string {
  if (written?.form === 'list') return written.items.map((one) => text(one) ?? '').join(' ');
  return text(written)?.replaceAll(/\s+/g, ' ') ?? '';
}

const runs = ({ values, file, programs }: DataStart, written: Written | undefined): Target =>
  targetOf(values, wordsOf(written), file, programs);

/** The binaries of a package; a single one has the name of the package. */
const binaries: DataReader = ({ values, file, value, named }) => {
  const single = text(value);
  const name = text(named('name'))?.replace(/^@[^/]*\//, '') ?? '';
  const given = single === undefined ? entriesOf(value) : [[name, value] as const];
  return given.map(([route, path]) => ({ type: 'cli', route, target: ofFile(values, path, file) }));
};

function ofFile(values: Values, path: Written, from: number): Target {
  const file = fileNamed(values, `./${text(path) ?? ''}`, from);
  return file === undefined ? {} : { handlerFile: file };
}

/** Only a main file of the project's own is an entry. */
const mainFile: DataReader = ({ values, file, value }) => {
  const target = ofFile(values, value, file);
  const route = posix.join(posix.dirname(values.program.paths[file] ?? ''), text(value) ?? '');
  return target.handlerFile === undefined ? [] : [{ type: 'main', route, target }];
};

/** Scripts are commands of `npm run`. */
const script: DataReader = (start) => [
  { type: 'cli', route: `npm run ${start.name}`, target: runs(start, start.value) },
];

/** `command = "package.module:function"`. */
const consoleScript: DataReader = ({ values, file, name, value }) => {
  const node = ofDottedName(values, text(value)?.replace(/\[.*$/, '').trim() ?? '', file);
  return [{ type: 'cli', route: name, target: node === undefined ? {} : { handlerNode: node } }];
};

const workflow: DataReader = ({ value, named }) => {
  const cron = text(entry(value, 'cron'));
  const name = text(named('name'));
  return cron === undefined ? [] : [{ type: 'schedule', route: name ? `${cron} ${name}` : cron }];
};

const cronJob: DataReader = (start) => {
  const cron = text(start.value);
  if (cron === undefined || text(start.named('kind')) !== 'CronJob') return [];
  const container = start.named('spec.jobTemplate.spec.template.spec.containers.*');
  const words = [entry(container, 'command'), entry(container, 'args')].flatMap(wordsOf);
  const target = targetOf(start.values, words, start.file, start.programs);
  return [
    { type: 'schedule', route: `${cron} ${text(start.named('metadata.name')) ?? ''}`, target },
  ];
};

/** The events of a function of the Serverless Framework; without one it is only called by name. */
const serverless: DataReader = ({ values, file, name, value }) => {
  const handler = text(entry(value, 'handler'));
  if (handler === undefined) return [];
  const target = handlerTarget(values, handler, file);
  const events = entry(value, 'events');
  const found = (events?.form === 'list' ? events.items : []).flatMap((one) =>
    entriesOf(one).flatMap(([kind, event]) => eventOf(kind, event, target)),
  );
  return found.length > 0 ? found : [{ type: 'serverless', route: name, target }];
};

/** `src/handler.create` is the export `create` of the file `src/handler`. */
function handlerTarget(values: Values, handler: string, from: number): Target {
  const [, path = '', name = ''] = /^(.*)\.([\w-]+)$/.exec(handler) ?? [];
  for (const end of ['', '.py', '.rb']) {
    const file = fileNamed(values, `./${path}${end}`, from);
    if (file === undefined) continue;
    const found = values.exported([file], name);
    for (const one of found) if (one.form === 'symbol') return { handlerNode: one.node };
    const [node] = values.program.topLevelNamed(file, name);
    return node === undefined ? { handlerFile: file } : { handlerNode: node };
  }
  return {};
}

function eventOf(kind: string, event: Written, target: Target): readonly Reading[] {
  if (kind === 'http' || kind === 'httpApi') {
    const short = text(event)?.split(/\s+/) ?? [];
    const method = text(entry(event, 'method')) ?? short[0] ?? '*';
    const path = text(entry(event, 'path')) ?? short[1] ?? '/';
    const methods = [/^(?:any|\*)$/i.test(method) ? '*' : method.toUpperCase()];
    return [{ type: 'http', route: posix.join('/', path), methods, target }];
  }
  if (kind === 'schedule') {
    const rate = text(event) ?? lineOf(entry(event, 'rate'));
    return [{ type: 'schedule', route: rate, target }];
  }
  if (kind === 'websocket')
    return [{ type: 'websocket', route: text(event) ?? text(entry(event, 'route')) ?? '', target }];
  const source = [event, ...entriesOf(event).map(([, one]) => one)].map(text).find(Boolean);
  return [{ type: 'consumer', route: `${kind} ${source ?? ''}`.trim(), target }];
}

/** Entries of schedules of Ruby name a class and a time. */
const rubySchedule: DataReader = ({ values, name, value }) => {
  const either = (key: string): string | undefined =>
    text(entry(value, key)) ?? text(entry(value, `:${key}`));
  const times = ['cron', 'every', 'schedule', 'interval', 'in', 'at'];
  const job = either('class');
  const isTimed = times.some((key) => (entry(value, key) ?? entry(value, `:${key}`)) !== undefined);
  if (job === undefined || !isTimed) return [];
  return [{ type: 'schedule', route: name, target: rubyClass(values, job) }];
};

/** Returns the class of a Ruby name, by its file. */
function rubyClass(values: Values, name: string): Target {
  const path = name
    .replaceAll('::', '/')
    .replace(/(?<=[a-z\d])(?=[A-Z])/g, '_')
    .toLowerCase();
  const file = values.program.paths.findIndex((one) => one.endsWith(`/${path}.rb`));
  if (file < 0) return {};
  const { declarations } = values.program.facts(file);
  const last = name.split('::').at(-1);
  const index = declarations.findIndex((one) => one.name === last && one.kind === 'class');
  return index < 0 ? { handlerFile: file } : { handlerNode: values.program.nodeOf(file, index) };
}

const vercelCron: DataReader = ({ value }) => [
  {
    type: 'schedule',
    route: `${lineOf(entry(value, 'schedule'))} ${lineOf(entry(value, 'path'))}`,
  },
];

const processLine: DataReader = (start) => [
  { type: 'main', route: start.name, target: runs(start, start.value) },
];

const cronLine: DataReader = (start) => [
  {
    type: 'schedule',
    route: `${start.name} ${lineOf(start.value)}`,
    target: runs(start, start.value),
  },
];

/** Options alone, `CMD ["--port", "80"]`, belong to the `ENTRYPOINT`. */
const imageCommand: DataReader = (start) => {
  const line = lineOf(start.value);
  return /^(?:-|$)/.test(line)
    ? []
    : [{ type: 'main', route: `${start.name} ${line}`, target: runs(start, start.value) }];
};

/** Reader and framework by the name of the rule. */
const READERS: Readonly<Record<string, readonly [string, DataReader]>> = {
  'package.json bin': ['package.json', binaries],
  'package.json main': ['package.json', mainFile],
  'package.json scripts.*': ['package.json', script],
  'pyproject.toml project.scripts.*': ['pyproject.toml', consoleScript],
  'pyproject.toml project.gui-scripts.*': ['pyproject.toml', consoleScript],
  'pyproject.toml tool.poetry.scripts.*': ['pyproject.toml', consoleScript],
  'setup.cfg options.entry_points.console_scripts.*': ['setup.cfg', consoleScript],
  'setup.cfg options.entry_points.gui_scripts.*': ['setup.cfg', consoleScript],
  'setup.cfg entry_points.console_scripts.*': ['setup.cfg', consoleScript],
  'github-actions on.schedule.*': ['github-actions', workflow],
  'kubernetes spec.schedule': ['kubernetes', cronJob],
  'serverless functions.*': ['serverless', serverless],
  'serverless functions.*.*': ['serverless', serverless],
  'ruby-schedule *': ['sidekiq', rubySchedule],
  'ruby-schedule *.*': ['sidekiq', rubySchedule],
  'ruby-schedule *.*.*': ['sidekiq', rubySchedule],
  'vercel.json crons.*': ['vercel', vercelCron],
  'procfile *': ['procfile', processLine],
  'crontab *': ['crontab', cronLine],
  'dockerfile *': ['dockerfile', imageCommand],
};
/** Rules whose results other commands may name, so that they are read first. */
const FIRST = /^(?:package\.json|pyproject\.toml)/;

function derive(values: Values, effects: Effects): void {
  const programs = new Map<string, Target>();
  for (const { framework, type, path, handlerNode } of effects.found)
    if (framework === 'django' && type === 'cli' && handlerNode !== undefined)
      programs.set(`manage.py ${path}`, { handlerNode });
  for (const isFirst of [true, false])
    for (const file of values.files) readFile(values, file, isFirst, programs, effects);
}

function readFile(
  values: Values,
  file: number,
  isFirst: boolean,
  programs: Map<string, Target>,
  { found }: Effects,
): void {
  for (const { callee, args, named, line, endLine } of values.registrations(file)?.calls ?? []) {
    const rule = callee.form === 'name' && callee.at >= 0 ? callee.name : '';
    const reader = Object.hasOwn(READERS, rule) ? READERS[rule] : undefined;
    const [name, value] = args;
    if (reader === undefined || FIRST.test(rule) !== isFirst || value === undefined) continue;
    const [framework, read] = reader;
    const own = { values, file, name: text(name) ?? '', value, programs };
    const readings = read({ ...own, named: (key) => named.find(([one]) => one === key)?.[1] });
    for (const { type, route, methods = [], target = {} } of readings) {
      if (isFirst && type === 'cli') programs.set(route.replace(/^npm run /, ''), target);
      found.push({
        ...{ framework, type, object: undefined, path: route, methods, handler: undefined },
        ...{ ...target, middleware: [], file, line, endLine },
      });
    }
  }
}

export const DATA_FILES: Framework = { name: 'data-files', objects: {}, methods: {}, derive };
