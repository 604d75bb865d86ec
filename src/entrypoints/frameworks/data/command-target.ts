/** Finds what a command line runs: a file, a module or a program of the project. */
import { posix } from 'node:path';
import type { Found } from '../../framework.ts';
import type { Values } from '../../values.ts';
import { fileOfModule } from '../python/django.ts';
import { ofDottedName } from '../python/jobs.ts';

export type Target = Pick<Found, 'handlerNode' | 'handlerFile'>;

/** Programs of package managers that run scripts and binaries of a package. */
const RUNNERS = /^(?:npm|yarn|pnpm|bun|npx|bundle|poetry|uv|pipenv)$/;
const RUNNER_WORDS = /^(?:run|run-script|exec|start)$/;
/** Ends of programs that only a build makes, and of the sources that they are made from. */
const BUILT = /^(?:dist|build|lib|out)\//;
const SCRIPT = /\.[cm]?[jt]sx?$/;
const SOURCES = ['.ts', '.tsx', '.mts', '.js', '.mjs', '.cjs'];

/** Starts that commands may name: scripts and binaries of packages, commands of frameworks. */
export type Programs = ReadonlyMap<string, Target>;

export function targetOf(
  values: Values,
  words: readonly string[],
  from: number,
  programs: Programs,
): Target {
  const plain = words.filter((word) => !word.includes('=') && word !== '');
  const isRunner = RUNNERS.test(plain[0] ?? '');
  for (const [index, word] of plain.entries()) {
    if (plain[index - 1] === '-m') {
      const module = moduleTarget(values, word, from);
      if (module !== undefined) return { handlerFile: module };
    }
    // `manage.py migrate` runs the command.
    const next = plain[index + 1];
    const command = /(?:^|\/)manage\.py$/.test(word)
      ? programs.get(`manage.py ${next}`)
      : undefined;
    if (command !== undefined) return command;
    const file = fileNamed(values, word, from);
    if (file !== undefined) return { handlerFile: file };
    const node = /^[\w.]+:\w+$/.test(word) ? ofDottedName(values, word, from) : undefined;
    if (node !== undefined) return { handlerNode: node };
    const isFirst =
      index === 0 || (isRunner && plain.slice(1, index).every((one) => RUNNER_WORDS.test(one)));
    const program = isFirst ? programs.get(posix.basename(word)) : undefined;
    if (program !== undefined) return program;
  }
  return {};
}

function moduleTarget(values: Values, name: string, from: number): number | undefined {
  return fileOfModule(values, `${name}.__main__`, from) ?? fileOfModule(values, name, from);
}

/** Returns a file by its path from the folder of another file or from the root. */
export function fileNamed(values: Values, word: string, from: number): number | undefined {
  if (!/[./]/.test(word) || /^[-$@]|^\.+$|:\/\//.test(word)) return undefined;
  const { paths } = values.program;
  const folder = posix.dirname(paths[from] ?? '');
  const name = posix.normalize(word.replace(/^\/(?:usr\/src\/)?(?:app|code|srv|src)\//, ''));
  for (const whole of [posix.join(folder, name), name])
    for (const spelled of spellings(whole.replace(/^\.\//, ''), folder)) {
      const found = (paths as readonly string[]).indexOf(spelled);
      if (found >= 0) return found;
    }
  return undefined;
}

/** A script that a build makes stands for its source: `dist/cli.js` for `src/cli.ts`. */
function spellings(path: string, folder: string): readonly string[] {
  const stem = path.replace(SCRIPT, '');
  const isIndex = !/\.\w+$/.test(path);
  const stems = isIndex ? [stem, `${stem}/index`] : SCRIPT.test(path) ? [stem] : [];
  const inside = folder === '.' ? '' : `${folder}/`;
  const isInside = path.startsWith(inside);
  const sources = stems.flatMap((one) => {
    const own = isInside ? one.slice(inside.length) : one;
    if (!BUILT.test(own)) return [one];
    return ['src/', ''].map((to) => (isInside ? inside : '') + own.replace(BUILT, to));
  });
  return [path, ...[...stems, ...sources].flatMap((one) => SOURCES.map((end) => one + end))];
}
