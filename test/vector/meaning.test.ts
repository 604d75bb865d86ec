import { describe, expect, it } from 'vitest';
import { meaningOf } from '../../src/vector/meaning.ts';
import { indexOf } from './index-of.ts';

const FILES = ['a.ts', 'b.ts', 'c.ts', 'd.ts'];

/** The files that count, if their only chunks have these cosines, largest first. */
function counted(...cosines: number[]): string[] {
  const index = indexOf(Object.fromEntries(FILES.map((path) => [path, 'one;\n'])));
  const rows = Int32Array.from(cosines.keys());
  const meaning = meaningOf({ rows, cosines: Float64Array.from(cosines) }, index);
  return FILES.filter((_, file) => (meaning.values[file] ?? 0) > 0);
}

describe('nearness of files to a question', () => {
  it('counts every chunk from the usual least cosine on, however near another is', () => {
    expect(counted(0.9, 0.26, 0.2)).toEqual(['a.ts', 'b.ts']);
  });

  it('counts chunks that are nearly as near as the nearest if none is very near', () => {
    expect(counted(0.3, 0.19, 0.17)).toEqual(['a.ts', 'b.ts']);
    expect(counted(0.2, 0.16, 0.14)).toEqual(['a.ts', 'b.ts']);
  });

  it('counts nothing if everything is far', () => {
    expect(counted(0.14, 0.1)).toEqual([]);
  });

  it('says that nothing is near if the nearest chunk is not very near', () => {
    const index = indexOf({ 'a.ts': 'one;\n' });
    const near = { rows: Int32Array.of(0), cosines: Float64Array.of(0.2) };
    expect(meaningOf(near, index)).toMatchObject({ nearest: 0 });
  });
});
