import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namePartsOf } from '../../../src/index/text-parts.ts';
import { LowerCaseLookup } from '../../../src/query/names/lookup.ts';
import { PartTable } from '../../../src/query/names/part-table.ts';
import { WholeStems } from '../../../src/query/names/whole-stems.ts';

const name = fc.constantFrom(
  ...'getUser GETUSER getuser get_user İstanbul i̇stanbul user Users get get_ ignore gitignore git'.split(
    ' ',
  ),
  '',
);

describe('LowerCaseLookup', () => {
  it('finds the names that a comparison of all in lower case finds', () => {
    fc.assert(
      fc.property(fc.array(name, { maxLength: 20 }), name, (names, sought) => {
        const spelling = sought.toLowerCase();
        const expected = [...names.keys()].filter((at) => names[at]?.toLowerCase() === spelling);
        expect(new LowerCaseLookup(names).get(spelling)).toEqual(expected);
      }),
    );
  });
});

describe('WholeStems', () => {
  it('finds the stems that a comparison of all finds', () => {
    const spelling = fc.constantFrom('getuser', 'get user', 'user', 'gitignore', 'git ignor', '');
    fc.assert(
      fc.property(fc.array(name, { maxLength: 20 }), spelling, (stems, sought) => {
        const { rows, ...all } = namePartsOf([...stems]);
        const parts = new PartTable(all);
        const partsOf = (file: number) => [
          ...rows.values.subarray(rows.starts[file], rows.starts[file + 1]),
        ];
        const spellings = (file: number) => [
          partsOf(file)
            .map((part) => all.parts[part])
            .join(''),
          partsOf(file)
            .map((part) => parts.stemOfPart(part))
            .join(' '),
        ];
        const expected = [...stems.keys()].filter(
          (file) => partsOf(file).length > 0 && spellings(file).includes(sought),
        );
        expect(new WholeStems(rows, parts).get(sought)).toEqual(expected);
      }),
    );
  });
});
