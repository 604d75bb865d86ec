/** Console scripts of `setup(entry_points=…)`. */
import { addStart } from '../../found.ts';
import type { CallContext, Framework, Rule } from '../../framework.ts';
import { entryOf, option } from '../../rules.ts';
import { ofDottedName } from './jobs.ts';

/** Returns the lines of the two groups, whether they are lists or the text of a settings file. */
function scriptsOf(context: CallContext): readonly string[] {
  const { values } = context;
  const given = option(context, 'entry_points');
  if (given === undefined) return [];
  return ['console_scripts', 'gui_scripts'].flatMap((group) => {
    const lines = entryOf(values.of(given.file, given.written), group);
    const texts = lines === undefined ? [] : values.texts(lines.file, lines.written);
    if (texts.length > 0) return texts.flatMap((text) => text.split('\n'));
    const whole = values.text(given.file, given.written) ?? '';
    const section = whole.split(/^\s*\[/m).find((one) => one.startsWith(`${group}]`));
    return section?.split('\n').slice(1) ?? [];
  });
}

const SETUP: Rule = {
  apply: (context, effects) => {
    const { values, file, call, framework } = context;
    for (const script of scriptsOf(context)) {
      const [, name = '', target = ''] = /^\s*([^=\s]+)\s*=\s*([\w.:]+)/.exec(script) ?? [];
      addStart(effects, {
        ...{ framework: framework.name, type: 'cli', name, file },
        ...{ line: call.line, endLine: call.endLine, node: ofDottedName(values, target, file) },
      });
    }
  },
};

export const SETUPTOOLS: Framework = {
  name: 'setuptools',
  objects: {},
  methods: {},
  functions: { 'setuptools.setup': SETUP, 'distutils.core.setup': SETUP },
};
