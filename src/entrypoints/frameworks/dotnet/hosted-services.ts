/** Hosted services of .NET: `services.AddHostedService<Worker>()`, whatever holds the services. */
import { addStart, methodOf, nodeOf } from '../../found.ts';
import type { Effects, Framework } from '../../framework.ts';
import { byReference } from '../../handler.ts';
import type { Values } from '../../values.ts';

function derive(values: Values, effects: Effects): void {
  for (const file of values.files)
    for (const { callee, args, line, endLine } of values.registrations(file)?.calls ?? []) {
      const [worker] = args;
      // The name of the method is that of one extension of .NET, so the receiver says nothing more.
      if (callee.form !== 'member' || callee.name !== 'AddHostedService') continue;
      if (worker?.form !== 'name') continue;
      const node =
        nodeOf(values, file, worker) ??
        byReference(values, file, worker, { line, endLine }, ['type', 'value']);
      addStart(effects, {
        ...{ framework: 'dotnet', type: 'job', name: worker.name, file, line, endLine },
        handler: worker,
        node:
          node === undefined ? undefined : methodOf(values, node, ['ExecuteAsync', 'StartAsync']),
      });
    }
}

export const HOSTED_SERVICES: Framework = {
  name: 'hosted-services',
  objects: {},
  methods: {},
  derive,
};
