/** Jobs of Sidekiq and Active Job, and tasks of Rake. */
import type { Written } from '../../../model/registrations.ts';
import { basesOf } from '../../../resolve/inference/bases.ts';
import { addStart, filesNamed } from '../../found.ts';
import type { Effects, Framework } from '../../framework.ts';
import type { Values } from '../../values.ts';

/** Bases that make a class a job, and the names of their frameworks. */
const JOBS: Readonly<Record<string, string>> = {
  'Sidekiq.Worker': 'sidekiq',
  'Sidekiq.Job': 'sidekiq',
  'Sidekiq.IterableJob': 'sidekiq',
  'ActiveJob.Base': 'active-job',
};
/** Maximum number of classes between a job and that of its framework. */
const BASES_MAX = 8;

function spelled(written: Written): string {
  if (written.form === 'name') return written.name;
  return written.form === 'member' ? `${spelled(written.object)}.${written.name}` : '';
}

interface Job {
  readonly framework?: string;
  /** The method that runs it. */
  readonly run?: number;
}

/** Returns the framework and the method of a job, looked up in the class and in its bases. */
function jobOf(values: Values, node: number, depth: number): Job {
  const { program, evaluator } = values;
  const file = program.fileOf(node);
  const { name } = program.declaration(node);
  const own = values
    .registrations(file)
    ?.classes.find(
      (one) => one.name === name && values.declarationAt(file, name, one.start) === node,
    );
  const [run] = program.childrenNamed(node, 'perform');
  let found: Job = run === undefined ? {} : { run };
  for (const base of own?.bases ?? []) {
    const framework = JOBS[spelled(base).replace(/^\./, '')];
    if (framework !== undefined) found = { framework, ...found };
  }
  if (depth >= BASES_MAX) return found;
  evaluator.begin();
  for (const base of basesOf(evaluator, node, new Map()))
    if (base.form === 'instance') found = { ...jobOf(values, base.node, depth + 1), ...found };
  return found;
}

function deriveJobs(values: Values, effects: Effects): void {
  const { program } = values;
  for (const file of filesNamed(values, /\.rb$/))
    for (const { name, start } of values.registrations(file)?.classes ?? []) {
      const node = values.declarationAt(file, name, start);
      if (node === undefined || program.declaration(node).kind !== 'class') continue;
      const { framework, run } = jobOf(values, node, 0);
      // A class without a method `perform` is a base of others.
      if (framework === undefined || run === undefined) continue;
      const { id, startLine: line, endLine } = program.declaration(node);
      const title = id.slice((program.paths[file]?.length ?? 0) + 2);
      addStart(effects, { framework, type: 'job', name: title, file, line, endLine, node: run });
    }
}

export const RUBY_JOBS: Framework = {
  name: 'ruby-jobs',
  objects: {},
  methods: {},
  derive: deriveJobs,
};

const RAKE_FILE = /\.rake$|(?:^|\/)Rakefile$/;

/** `task :name`, `task name: :other` and `task 'name' => :other`, inside of namespaces. */
function deriveTasks(values: Values, effects: Effects): void {
  for (const file of values.files) {
    if (!RAKE_FILE.test(values.program.paths[file] ?? '')) continue;
    for (const call of values.registrations(file)?.calls ?? []) {
      const { callee, args, named, scope, line, endLine } = call;
      if (callee.form !== 'name' || !/^(?:multi)?task$/.test(callee.name)) continue;
      const name = values.text(file, args[0]) ?? named[0]?.[0].replace(/^=>/, '');
      const handler = args.find(({ form }) => form === 'function');
      if (name === undefined) continue;
      addStart(effects, {
        ...{ framework: 'rake', type: 'cli', file, line, endLine, handler },
        name: [...namespaces(values, file, scope), name].join(':'),
      });
    }
  }
}

/** Returns the names of the namespaces around a function, from the outside in. */
function namespaces(values: Values, file: number, from: number): readonly string[] {
  const names: string[] = [];
  const functions = values.registrations(file)?.functions;
  for (let scope = from; scope >= 0; scope = functions?.[scope]?.parent ?? -1)
    for (const use of values.usesOf(file, scope)) {
      const call = values.call(use.file, use.call);
      if (call?.callee.form === 'name' && call.callee.name === 'namespace')
        names.unshift(...values.texts(file, call.args[0]));
    }
  return names;
}

export const RAKE: Framework = { name: 'rake', objects: {}, methods: {}, derive: deriveTasks };
