/** Commands of Django's `manage.py`: files below `management/commands`. */

import { isTestPath } from '../../../model/test-paths.ts';
import { addStart, methodOf } from '../../found.ts';
import type { Effects, Framework } from '../../framework.ts';
import type { Values } from '../../values.ts';

const COMMAND_PATH = /(?:^|\/)management\/commands\/(?<name>[^/_][^/]*)\.py$/;

function derive(values: Values, effects: Effects): void {
  const { program } = values;
  for (const [file, path] of program.paths.entries()) {
    const name = COMMAND_PATH.exec(path)?.groups?.['name'];
    const [node] = name === undefined ? [] : program.topLevelNamed(file, 'Command');
    // A file without a class of that name is no command.
    if (name === undefined || node === undefined || isTestPath(path)) continue;
    const handler = methodOf(values, node, ['handle', 'handle_noargs', 'execute']);
    const line = program.declaration(node).startLine;
    addStart(effects, {
      ...{ framework: 'django', type: 'cli', name, file, line, node: handler },
    });
  }
}

export const MANAGEMENT_COMMANDS: Framework = {
  name: 'django-commands',
  objects: {},
  methods: {},
  derive,
};
