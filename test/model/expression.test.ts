import { describe, expect, it } from 'vitest';
import { ExpressionTable, OP } from '../../src/model/expression.ts';

/** Enough expressions for several to have one hash of 32 bits. */
const COUNT = 200_000;

describe('ExpressionTable', () => {
  it('gives equal expressions the same id and others different ones', () => {
    const table = new ExpressionTable();
    const ids = new Map<string, number>();
    let state = 1;
    const random = (): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return state >>> 8;
    };
    for (let count = 0; count < COUNT; count++) {
      const operands = [random(), random()];
      const id = table.add(OP.union, ...operands);
      ids.set(operands.join(), id);
      if (count % 1000 === 0) expect(table.add(OP.tuple, ...operands)).not.toBe(id);
    }
    expect(new Set(ids.values()).size).toBe(ids.size);
    for (const [key, id] of ids) {
      const operands = key.split(',').map(Number);
      if (table.add(OP.union, ...operands) !== id) throw new Error(`another id for ${key}`);
    }
  });

  it('tells expressions apart by the number of their operands', () => {
    const table = new ExpressionTable();
    const ids = [table.add(OP.union), table.add(OP.union, 0), table.add(OP.union, 0, 0)];
    expect(new Set(ids).size).toBe(3);
  });
});
