/** Server actions of Next.js. The reader of JavaScript marks each by a call named `use:server`. */
import { USE_SERVER } from '../../../model/marks.ts';
import type { Effects } from '../../framework.ts';
import type { Values } from '../../values.ts';

const NEXT_CONFIG = /(?:^|\/)next\.config\.\w+$/;

/** Adds the marked functions of a project that has a configuration of Next.js. */
export function serverActions(values: Values, effects: Effects): void {
  const { program } = values;
  let isNext: boolean | undefined;
  for (const file of values.files) {
    for (const { callee, args, line, endLine } of values.registrations(file)?.calls ?? []) {
      const [handler] = args;
      if (callee.form !== 'name' || callee.name !== USE_SERVER) continue;
      isNext ??= program.paths.some((path) => NEXT_CONFIG.test(path));
      if (!isNext || handler?.form !== 'name') continue;
      const node = values.declarationAt(file, handler.name, handler.at);
      effects.found.push({
        ...{ framework: 'nextjs', type: 'rpc', object: undefined, path: handler.name },
        ...{ methods: [], handler, ...(node === undefined ? {} : { handlerNode: node }) },
        ...{ middleware: [], file, line, endLine },
      });
    }
  }
}
