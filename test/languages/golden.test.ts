/**
 * Extraction, read line by line: each fixture beside its golden file, which is the same text with what
 * was found under each line. `npm run golden` writes goldens; read them before you commit them.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../src/languages/registry.ts';
import { annotated } from '../helpers/check.ts';

const FIXTURES = fileURLToPath(new URL('../../fixtures/languages/', import.meta.url));

interface Fixture {
  readonly language: string;
  readonly name: string;
  readonly path: string;
  readonly text: string;
}

const READ = LANGUAGES.filter(({ support }) => support !== 'file');

const FIXTURE_LIST: readonly Fixture[] = READ.flatMap(({ id }) =>
  (existsSync(`${FIXTURES}${id}`) ? readdirSync(`${FIXTURES}${id}`) : [])
    .filter((name) => !name.endsWith('.golden'))
    .sort()
    .map((name) => {
      const path = `${FIXTURES}${id}/${name}`;
      return { language: id, name, path, text: readFileSync(path, 'utf8') };
    }),
);

function topicsOf(language: string): string[] {
  const own = FIXTURE_LIST.filter((fixture) => fixture.language === language);
  return own.map(({ name }) => name.slice(0, name.lastIndexOf('.')));
}

describe.each(READ.map(({ id }) => id))('%s', (language) => {
  const own = FIXTURE_LIST.filter((fixture) => fixture.language === language);
  test.each(own)('extracts the expected facts from $name', async ({ name, path, text }) => {
    await expect(await annotated(name, text)).toMatchFileSnapshot(`${path}.golden`);
  });
});

describe('every language', () => {
  /** Topics of TypeScript that JavaScript has no syntax for. */
  const TYPED_ONLY = [
    'ambient.d',
    'decorators',
    'enums',
    'export-equals',
    'generics',
    'import-types',
    'interfaces',
    'merging',
    'namespaces',
    'recent-syntax',
    'type-aliases',
  ];
  /** Topics that hold for all dialects of one language; shown once. */
  const ONCE = [
    'calls',
    'class-expressions',
    'default-expression',
    'default-named-class',
    'default-short-arrow',
    'file-doc',
    'licence-block',
    'licence-doc',
  ];

  test('has a fixture for each topic', () => {
    const shared = topicsOf('typescript').filter(
      (topic) => !TYPED_ONLY.includes(topic) && !ONCE.includes(topic),
    );
    expect(shared.filter((topic) => !topicsOf('javascript').includes(topic))).toEqual([]);
    for (const language of ['tsx', 'jsx']) {
      expect(topicsOf(language)).toEqual(expect.arrayContaining(['empty', 'jsx', 'syntax-error']));
    }
    const extra = topicsOf('javascript').filter((topic) => !shared.includes(topic));
    expect(extra.filter((topic) => !/^(commonjs|module-exports-)/.test(topic))).toEqual([]);
  });

  test.each(READ.map(({ id }) => id))(
    'has %s fixtures with declarations and an empty file',
    (id) => {
      const shown = topicsOf(id).filter((topic) =>
        /^(declarations|classes|functions|jsx)$/.test(topic),
      );
      expect(shown).not.toEqual([]);
      expect(topicsOf(id)).toContain('empty');
    },
  );

  // How the parser recovers from an error depends on every character, line ends too.
  const whole = FIXTURE_LIST.filter(({ name }) => !/^(syntax-error|unclosed)\./.test(name));
  test.each(whole)('gives the same facts for $name with CRLF', async ({ name, text }) => {
    const crlf = await annotated(name, text.replaceAll('\n', '\r\n'));
    expect(crlf.replaceAll('\r', '')).toBe(await annotated(name, text));
  });

  /** `<T>value` is an element in TSX, a .d.ts is no TSX, and errors are recovered from in its own way. */
  const NOT_TSX = ['calls.ts', 'ambient.d.ts', 'import-types.ts'];
  const typed = whole.filter(
    ({ language, name }) => language === 'typescript' && !NOT_TSX.includes(name),
  );
  test.each(typed)('gives the same facts for $name as TSX', async ({ name, text }) => {
    const tsx = await annotated(name.replace(/\.ts$/, '.tsx'), text);
    const plain = await annotated(name, text);
    expect(tsx.replace('file tsx', 'file typescript')).toBe(plain);
  });

  const scripts = FIXTURE_LIST.filter(({ language }) => language === 'javascript');
  test.each(scripts)('gives the same facts for $name as JSX', async ({ name, text }) => {
    const jsx = await annotated(name.replace(/\.js$/, '.jsx'), text);
    expect(jsx.replace('file jsx', 'file javascript')).toBe(await annotated(name, text));
  });
});
