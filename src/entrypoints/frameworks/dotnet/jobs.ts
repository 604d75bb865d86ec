/**
 * Background work of .NET: hosted services, jobs of Quartz, and calls that Hangfire runs later or
 * again. The names are those of one extension or interface each, so receivers say nothing more.
 */
import type { Written, WrittenCall } from '../../../model/registrations.ts';
import { addStart, filesNamed, methodOf, nodeOf } from '../../found.ts';
import type { Effects, Framework } from '../../framework.ts';
import { byReference } from '../../handler.ts';
import type { Values } from '../../values.ts';

interface Place {
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

function typeNode({ values, file, call }: Place, written: Written): number | undefined {
  return (
    nodeOf(values, file, written) ?? byReference(values, file, written, call, ['type', 'value'])
  );
}

/** `services.AddHostedService<Worker>()`. */
function readService(place: Place, effects: Effects): void {
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

/** Classes that implement `IJob`. */
function readQuartz(values: Values, file: number, effects: Effects): void {
  for (const { name, start, bases } of values.registrations(file)?.classes ?? []) {
    if (!bases.some((base) => base.form === 'name' && base.name === 'IJob')) continue;
    const node = values.declarationAt(file, name, start);
    if (node === undefined) continue;
    const { startLine: line, endLine } = values.program.declaration(node);
    addStart(effects, {
      ...{ framework: 'quartz', type: 'job', name, file, line, endLine },
      node: methodOf(values, node, ['Execute']),
    });
  }
}

/** `RecurringJob.AddOrUpdate<Mails>("mails", mails => mails.Send(), cron)` and `BackgroundJob.Enqueue`. */
function readHangfire(place: Place, effects: Effects): void {
  const { values, file, call } = place;
  const { callee, args, line, endLine } = call;
  if (callee.form !== 'member' || callee.object.form !== 'name') return;
  const { name: object } = callee.object;
  const isRecurring = object === 'RecurringJob' && callee.name === 'AddOrUpdate';
  const isJob = object === 'BackgroundJob' && /^(?:Enqueue|Schedule)$/.test(callee.name);
  const run = args.find(({ form }) => form === 'function');
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
  // A function with a type parameter hands on what it is given.
  if (node === undefined) return;
  const id = args.flatMap((one) => values.text(file, one) ?? [])[0];
  const method =
    owner === undefined ? called.name : `${type?.form === 'name' ? type.name : ''}.${called.name}`;
  addStart(effects, {
    ...{ framework: 'hangfire', type: isRecurring ? 'schedule' : 'job', file, line, endLine },
    name: (isRecurring ? id : undefined) ?? method,
    node,
  });
}

export const DOTNET_JOBS: Framework = { name: 'dotnet-jobs', objects: {}, methods: {}, derive };
