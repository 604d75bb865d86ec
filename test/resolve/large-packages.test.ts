/** Packages of more files than are asked one by one, and names that too many of them have. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromLinksRecord, toLinksRecord } from '../../src/resolve/links-record.ts';
import { extractText } from '../helpers/check.ts';
import { fromScratch, type Known, updated } from './update-model.ts';

const FOLDERS = ['one', 'one/inner', 'two'];

function pathOf(index: number): string {
  return `${FOLDERS[index % FOLDERS.length]}/f${index}.scala`;
}

/** A program of its own, as test suites hold them by the thousand: all are in the package without a name. */
const program = (name: string) =>
  `object ${name} { def run() = 1 }\nclass Uses${name} { def use() = ${name}.run() }\n`;

async function suite(count: number, textOf: (index: number) => string): Promise<Known> {
  const files = new Map();
  for (let index = 0; index < count; index++) {
    files.set(pathOf(index), await extractText(pathOf(index), textOf(index)));
  }
  return fromScratch(files, {});
}

/** Files that a file's edges lead to, itself left out. */
function reached({ edges }: Known, path: string): readonly string[] {
  const targets = [...edges].flatMap(([source, own]) =>
    source === path ? own.map(({ targetPath }) => targetPath) : [],
  );
  return [...new Set(targets)].filter((target) => target !== path);
}

test('a name that few files of a package export resolves to all of them', async () => {
  const reader = 'class Reader { def read() = Shared.run() }\n';
  const known = await suite(40, (index) =>
    index === 0 ? reader : program(index < 3 ? 'Shared' : `Other${index}`),
  );
  expect(reached(known, pathOf(0)).toSorted()).toEqual([pathOf(1), pathOf(2)].toSorted());
});

test('a name with too many exporters resolves to those in the nearest folder, or to none if these are too many', async () => {
  const reader = 'class Reader { def read() = Main.run() }\n';
  const textOf = (index: number) => {
    if (index === 1 || index === 2) return reader;
    // One of the folder one/inner has the name, and all of the others.
    return program(index % 3 === 1 && index !== 4 ? `Own${index}` : 'Main');
  };
  const known = await suite(120, textOf);
  expect(reached(known, 'one/inner/f1.scala')).toEqual(['one/inner/f4.scala']);
  expect(reached(known, 'two/f2.scala')).toEqual([]);
});

test('the files of a package are stored once per package, not once per importer', async () => {
  const known = await suite(60, (index) => program(`Main${index}`));
  const links = [...known.links.values()];
  const record = toLinksRecord(links);
  expect(links.flatMap(({ targets }) => targets).length).toBeGreaterThanOrEqual(60);
  expect(record.texts.targets.texts).toHaveLength(1);
  expect(fromLinksRecord(record)).toEqual(links);
});

test('any sequence of edits in a large package resolves like a fresh start', async () => {
  const name = fc.constantFrom('Main', 'Other', 'Rare');
  const header = fc.constantFrom('', 'package shop\n', 'package shop.inner\nimport shop.Main\n');
  const edit = fc.record({
    index: fc.nat(44),
    text: fc.option(
      fc.tuple(header, name, name).map(([head, own, used]) => {
        return `${head}${program(own)}class Reads { def read() = ${used}.run() }\n`;
      }),
    ),
  });
  const start = await suite(40, () => program('Main'));
  let resolved = 0;
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 6 }), async (edits) => {
      let known = start;
      for (const { index, text } of edits) {
        const files = new Map(known.files);
        if (text === null) files.delete(pathOf(index));
        else files.set(pathOf(index), await extractText(pathOf(index), text));
        const update = updated(known, files, {});
        expect(update.known).toEqual(fromScratch(files, {}));
        known = update.known;
        resolved += update.resolvedCount;
        taken += files.size - update.resolvedCount;
      }
    }),
    { numRuns: 60 },
  );
  expect(resolved).toBeGreaterThan(0);
  expect(taken).toBeGreaterThan(0);
});
