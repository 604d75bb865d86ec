import { isTestPath } from '../../model/test-paths.ts';
import type { Effects, Framework } from '../framework.ts';
import type { Values } from '../values.ts';

/** Starts of programs, which readers mark by a call of this name. */
const MARKS = new Set(['main', 'Main', '__main__']);

/** A package of Python runs as `python -m package`, also if its file checks no name. */
function pythonPackages(values: Values, { found }: Effects): void {
  const known = new Set(
    found.flatMap(({ framework, file }) => (framework === 'main' ? [file] : [])),
  );
  for (const [file, path] of values.program.paths.entries())
    if (/(?:^|\/)__main__\.py$/.test(path) && !known.has(file) && !isTestPath(path))
      found.push({
        ...{ framework: 'main', type: 'main', object: undefined, path, methods: [] },
        ...{ handler: undefined, handlerFile: file, middleware: [], file, line: 1, endLine: 1 },
      });
}

function derive(values: Values, effects: Effects): void {
  for (const file of values.files) {
    for (const { callee, args, line } of values.registrations(file)?.calls ?? []) {
      if (callee.form !== 'name' || !MARKS.has(callee.name) || args.length > 0) continue;
      const node = values.declarationAt(file, callee.name, callee.at);
      // A call of a function `main` of the file is no mark.
      if (callee.name !== '__main__' && node === undefined) continue;
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
  pythonPackages(values, effects);
}

export const MAIN: Framework = { name: 'main', objects: {}, methods: {}, derive };
