import type { Effects, Framework } from '../framework.ts';
import type { Values } from '../values.ts';

/** Starts of programs, which readers mark by a call of this name. */
const MARKS = new Set(['main', '__main__']);

function derive(values: Values, effects: Effects): void {
  for (const file of values.files) {
    for (const { callee, args, line } of values.registrations(file)?.calls ?? []) {
      if (callee.form !== 'name' || !MARKS.has(callee.name) || args.length > 0) continue;
      const node = values.declarationAt(file, callee.name, callee.at);
      // A call of a function `main` of the file is no mark.
      if (callee.name === 'main' && node === undefined) continue;
      effects.found.push({
        framework: 'main',
        type: 'main',
        object: undefined,
        path: values.program.paths[file] ?? '',
        methods: [],
        handler: undefined,
        ...(node === undefined ? {} : { handlerNode: node }),
        middleware: [],
        file,
        line,
        endLine: line,
      });
    }
  }
}

export const MAIN: Framework = { name: 'main', objects: {}, methods: {}, derive };
