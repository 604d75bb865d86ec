/**
 * Whatever the text, extraction gives facts that hold together, and resolving them ends with edges
 * between symbols that exist. Texts are fixtures with random cuts and splices, and arbitrary strings.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LANGUAGES, languageOf } from '../../src/languages/registry.ts';
import { arityAt, OP, opAt } from '../../src/model/expression.ts';
import {
  type FileFacts,
  NO_EXPRESSION,
  REFERENCE_FORMS,
  REFERENCE_WIDTH,
} from '../../src/model/facts.ts';
import { resolve } from '../../src/resolve/resolve.ts';
import { extractText } from '../helpers/check.ts';

const FIXTURES = fileURLToPath(new URL('../../fixtures/languages/', import.meta.url));

const TEXTS = LANGUAGES.flatMap(({ id }) =>
  (existsSync(`${FIXTURES}${id}`) ? readdirSync(`${FIXTURES}${id}`) : [])
    .filter((name) => !name.endsWith('.golden'))
    .sort()
    .map((name) => readFileSync(`${FIXTURES}${id}/${name}`, 'utf8')),
).filter((text) => text !== '');

const piece = fc
  .tuple(fc.constantFrom(...TEXTS), fc.nat(), fc.nat())
  .map(([text, from, length]) => text.slice(from % text.length).slice(0, length % 400));

const noise = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        ...['{', '}', '(', ')', '[', ']', '<', '>', '=>', '=', ',', ';', ':', '?', '.', '...', '`'],
        ...["'", '"', '/', '/**', '*/', '//', '@', '#', '\n', '\r\n', ' ', '\0', '\uD800', '👋'],
        ...['class', 'function', 'export', 'default', 'import', 'from', 'const', 'extends', 'new'],
        ...['interface', 'type', 'enum', 'namespace', 'declare', 'module', 'exports', 'prototype'],
        ...[
          'a',
          'b',
          'this',
          'super',
          'async',
          'await',
          'static',
          'get',
          'set',
          'infer',
          'as',
          '*',
        ],
      ),
      { maxLength: 40 },
    )
    .map((words) => words.join(' ')),
);

/** A fixture in which a stretch is replaced by pieces of others or by noise. */
const anyText = fc.oneof(
  noise,
  fc.array(fc.oneof(piece, noise), { maxLength: 4 }).map((parts) => parts.join('\n')),
  fc
    .tuple(fc.constantFrom(...TEXTS), fc.nat(), fc.nat({ max: 80 }), fc.oneof(piece, noise))
    .map(([text, at, cut, filling]) => {
      const from = at % text.length;
      return text.slice(0, from) + filling + text.slice(from + cut);
    }),
);

const OTHERS = LANGUAGES.filter(
  ({ support, family }) => support !== 'file' && family !== 'ecmascript',
).map(({ extensions }, index) => `x${index}${extensions[0]}`);
const PATHS = ['a.ts', 'b.tsx', 'c.js', 'd.jsx', 'e.d.ts', 'f.mts', 'g.cjs', 'h.vue', ...OTHERS];
const OPS = new Set<number>(Object.values(OP));

/** Languages in which a member may stand outside its type: `X.prototype.m = …`, receivers, extensions. */
const MEMBERS_ANYWHERE = /^(j\w+|vue|go|rust|swift|lua|c|cpp)$/;

function checkDeclarations(facts: FileFacts, text: string): void {
  const lineOf = (offset: number): number => text.slice(0, offset).split('\n').length;
  const ids = new Set<string>();
  facts.declarations.forEach((one, index) => {
    expect(one.parent, 'parents come first').toBeLessThan(index);
    expect(one.parent).toBeGreaterThanOrEqual(-1);
    expect(0 <= one.start && one.start < one.end && one.end <= text.length, 'range').toBe(true);
    expect(one.start <= one.bodyStart && one.bodyStart <= one.end, 'body in range').toBe(true);
    expect([one.startLine, one.endLine]).toEqual([lineOf(one.start), lineOf(one.end - 1)]);
    const parent = facts.declarations[one.parent];
    if (parent !== undefined && !MEMBERS_ANYWHERE.test(facts.language)) {
      expect(parent.start <= one.start && one.end <= parent.end, 'inside its parent').toBe(true);
    }
    const owner = parent?.id ?? facts.path;
    const id = one.id.replace(/~\d+$/, '');
    const plain = `${owner}::${one.name}`.replace(/~\d+$/, '');
    // A member whose type is in another file has the name of the type in front.
    if (id !== plain) {
      expect(facts.language).toMatch(MEMBERS_ANYWHERE);
      expect(id.startsWith(`${owner}::`) && id.endsWith(plain.slice(owner.length))).toBe(true);
    }
    expect(ids.has(one.id), `twice: ${one.id}`).toBe(false);
    ids.add(one.id);
    expect(one.signature.length).toBeLessThanOrEqual(300);
    expect(one.signature).not.toContain('\n');
    expect(one.kind).not.toBe('file');
  });
}

/** Starts of the expressions of a table; a reader that follows headers must land on its end. */
function expressionStarts(table: Int32Array): Set<number> {
  const starts = new Set<number>();
  let id = 0;
  while (id < table.length) {
    expect(OPS.has(opAt(table, id)), `operation ${opAt(table, id)}`).toBe(true);
    starts.add(id);
    id += 1 + arityAt(table, id);
  }
  expect(id).toBe(table.length);
  return starts;
}

function checkTables(facts: FileFacts): void {
  const starts = expressionStarts(facts.expressions);
  const isLine = (line: number): boolean => line >= 1 && line <= facts.lineCount;
  expect(facts.shapes.length).toBe(facts.declarations.length);
  for (const { type, value, returns, heritage, parameters, typeParameters } of facts.shapes) {
    const used = [type, value, returns, ...heritage.map(({ expression }) => expression)]
      .concat(parameters.map((one) => one.type))
      .concat(typeParameters.flatMap((one) => [one.constraint, one.default]));
    expect(used.filter((id) => id !== NO_EXPRESSION && !starts.has(id))).toEqual([]);
    expect(heritage.every(({ line }) => isLine(line))).toBe(true);
  }
  expect(facts.references.length % REFERENCE_WIDTH).toBe(0);
  for (let row = 0; row < facts.references.length; row += REFERENCE_WIDTH) {
    const [source = -2, form = -1, id = -1, line = 0] = facts.references.slice(row);
    expect(source >= -1 && source < facts.declarations.length, 'source').toBe(true);
    expect(REFERENCE_FORMS[form]).toBeDefined();
    expect(starts.has(id) && isLine(line), 'expression and line').toBe(true);
  }
  const modules = facts.exports.flatMap((row) => (row.form === 'local' ? [] : [row.module]));
  for (const module of [...modules, ...facts.bindings.map((one) => one.module)]) {
    expect(facts.imports[module]).toBeDefined();
  }
  expect([...facts.imports, ...facts.diagnostics].every(({ line }) => isLine(line))).toBe(true);
}

function checkResolution(files: readonly FileFacts[]): void {
  const input = { files, paths: files.map(({ path }) => path), configFiles: new Map() };
  const resolution = resolve(input);
  for (const edge of resolution.edges) {
    const [source, target] = [files[edge.sourceFile], files[edge.targetFile]];
    expect(edge.source).toBeLessThan(source?.declarations.length ?? -1);
    expect(edge.target).toBeLessThan(target?.declarations.length ?? -1);
    expect(edge.line >= 1 && edge.line <= (source?.lineCount ?? 0)).toBe(true);
  }
  expect(resolve(input)).toEqual(resolution);
}

/** Found by longer runs. */
const ONCE_BROKEN: readonly (readonly [path: string, text: string])[] = [
  ['a.tsx', 'class A {\n  field = 1; //\n  <div>\n    <B />\n}'],
  [
    'a.tsx',
    'class A {\n  field = 1; //  return (\n    <div>\n      <B />\n      <span>\n    </div>\n  );\n}\n',
  ],
  [
    'a.ts',
    'class {\n);\nvar a = b.prototype;\na.c = function () {\n  return this.d();\n};\n\nlabel}',
  ],
];
test.each(ONCE_BROKEN)(
  'extracts a text that once broke the extractor: %s %j',
  async (path, text) => {
    const facts = await extractText(path, text);
    checkDeclarations(facts, text);
    checkTables(facts);
  },
);

describe.each(PATHS)('%s', (path) => {
  test('gives consistent facts for any text', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const facts = await extractText(path, text);
        expect(facts.lineCount).toBe(text.replace(/\n$/, '').split('\n').length);
        checkDeclarations(facts, text);
        checkTables(facts);
        checkResolution([facts]);
      }),
      { numRuns: 150 },
    );
  });

  test('gives the same facts for the same text', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        expect(await extractText(path, text)).toEqual(await extractText(path, text));
      }),
      { numRuns: 30 },
    );
  });
});

test('the facts of any files can be resolved together', async () => {
  // Those whose edges cross files.
  const resolved = PATHS.filter((path) => languageOf(path)?.support === 'full');
  const file = fc.tuple(fc.constantFrom(...resolved), fc.oneof(piece, anyText));
  const project = fc.uniqueArray(file, { selector: ([path]) => path, maxLength: 6 });
  /** Every piece imports the others, so that names meet. */
  const linked = project.map((files) =>
    files.map(([path, text]) => {
      const stars = files.map(([other]) => `export * from './${other.replace(/\..*/, '')}';`);
      const imports = files.map(([other], at) => `import * as m${at} from './${other}';`);
      return [path, [...stars, ...imports, text].join('\n')] as const;
    }),
  );
  await fc.assert(
    fc.asyncProperty(linked, async (files) => {
      const sorted = files.toSorted(([a], [b]) => (a < b ? -1 : 1));
      checkResolution(await Promise.all(sorted.map(([path, text]) => extractText(path, text))));
    }),
    { numRuns: 120 },
  );
});
