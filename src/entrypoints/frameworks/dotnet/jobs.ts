/**
 * Background work of .NET: hosted services, jobs of Quartz, and calls that Hangfire runs later or
 * again. Usings may be in any file of a project, so names decide.
 */
import type { Written, WrittenCall } from '../../../model/registrations.ts';
import { addStart, filesNamed, methodOf, nodeOf } from '../../found.ts';
import type { Effects, Framework } from '../../framework.ts';
import { byReference } from '../../handler.ts';
import type { Values } from '../../values.ts';

interface CallPlace {
  readonly values: Values;
  readonly file: number;
  readonly call: WrittenCall;
}

function derive(values: Values, effects: Effects): void {
  for (const file of filesNamed(values, /\.cs$/)) {
    for (const call of values.registrations(file)?.calls ?? []) {
      readService({ values, file, call }, effects);
      readHangfire({ values, file, call }, effects);
    }
    readQuartz(values, file, effects);
  }
}

function typeNode({ values, file, call }: CallPlace, written: Written): number | undefined {
  return (
    nodeOf(values, file, written) ?? byReference(values, file, written, call, ['type', 'value'])
  );
}

/** `services.AddHostedService<Worker>()`. */
function readService(place: CallPlace, effects: Effects): void {
  const { values, file, call } = place;
  const { callee, args, line, endLine } = call;
  const [worker] = args;
  if (callee.form !== 'member' || callee.name !== 'AddHostedService') return;
  if (worker?.form !== 'name') return;
  const node = typeNode(place, worker);
  addStart(effects, {
    ...{ framework: 'dotnet', type: 'job', name: worker.name, file, line, endLine },
    handler: worker,
    node: node === undefined ? undefined : methodOf(values, node, ['ExecuteAsync', 'StartAsync']),
  });
}

/** Classes that implement `IJob`. Other libraries have an interface of that name without the parameter. */
function readQuartz(values: Values, file: number, effects: Effects): void {
  for (const { name, start, bases } of values.registrations(file)?.classes ?? []) {
    if (!bases.some((base) => base.form === 'name' && base.name === 'IJob')) continue;
    const { program } = values;
    const type = values.declarationAt(file, name, start);
    const node = type === undefined ? undefined : methodOf(values, type, ['Execute']);
    if (type === undefined || node === undefined) continue;
    if (!/\bIJobExecutionContext\b/.test(program.declaration(node).signature)) continue;
    const { startLine: line, endLine } = program.declaration(type);
    addStart(effects, { framework: 'quartz', type: 'job', name, file, line, endLine, node });
  }
}

/** `RecurringJob.AddOrUpdate<Mails>("mails", mails => mails.Send(), cron)` and `BackgroundJob.Enqueue`. */
function readHangfire(place: CallPlace, effects: Effects): void {
  const { values, file, call } = place;
  const { callee, args, line, endLine } = call;
  if (callee.form !== 'member' || callee.object.form !== 'name') return;
  const { name: object } = callee.object;
  const isRecurring = object === 'RecurringJob' && callee.name === 'AddOrUpdate';
  const isJob = object === 'BackgroundJob' && /^(?:Enqueue|Schedule)$/.test(callee.name);
  const position = args.findIndex(({ form }) => form === 'function');
  const run = args[position];
  if ((!isRecurring && !isJob) || run?.form !== 'function') return;
  const [returned] = values.registrations(file)?.functions[run.index]?.returns ?? [];
  const called = returned?.form === 'call' ? values.call(file, returned.call)?.callee : undefined;
  if (called?.form !== 'member' && called?.form !== 'name') return;
  const [type] = args;
  const owner = type?.form === 'name' ? typeNode(place, type) : undefined;
  const node =
    owner === undefined
      ? byReference(values, file, called, call, ['call', 'value'])
      : methodOf(values, owner, [called.name]);
  // A wrapper whose type is a parameter does not say which method runs.
  if (node === undefined) return;
  const method =
    owner === undefined || type?.form !== 'name' ? called.name : `${type.name}.${called.name}`;
  // The identifier is before the function, the schedule behind it.
  const [id] = args.slice(0, position).flatMap((one) => values.text(file, one) ?? []);
  addStart(effects, {
    ...{ framework: 'hangfire', type: isRecurring ? 'schedule' : 'job', file, line, endLine },
    name: (isRecurring ? id : undefined) ?? method,
    node,
  });
}

export const DOTNET_JOBS: Framework = { name: 'dotnet-jobs', objects: {}, methods: {}, derive };
