import { describe, expect, it } from 'vitest';
import { TypeIds } from '../../../src/resolve/inference/type-ids.ts';
import { arrayOf, type Environment, type Type } from '../../../src/resolve/inference/types.ts';

function box(node: number): Type {
  return { form: 'instance', node, args: [{ form: 'global', name: 'String' }, undefined] };
}

function under(...types: readonly Type[]): Environment {
  return new Map(types.map((type, index) => [`1 T${index}`, type]));
}

describe('environment numbers', () => {
  it('are equal for equal environments, wherever they were created', () => {
    const ids = new TypeIds();
    const nested: Type = { form: 'function', file: 1, expression: 2, environment: under(box(3)) };
    const again: Type = { form: 'function', file: 1, expression: 2, environment: under(box(3)) };
    expect(ids.ofEnvironment(under(nested))).toBe(ids.ofEnvironment(under(again)));
  });

  it('differ if any part differs', () => {
    const ids = new TypeIds();
    const environment = under(box(3));
    const all: readonly Environment[] = [
      environment,
      under(box(4)),
      under(box(3), box(3)),
      new Map([['2 T0', box(3)]]),
      under(arrayOf(box(3))),
      under({ form: 'union', types: [box(3)] }),
      under({ form: 'tuple', types: [box(3)] }),
      under({ form: 'value', node: 3, environment }),
      under({ form: 'object', file: 1, expression: 3, environment }),
      under({ form: 'function', file: 1, expression: 3, environment }),
      under({ form: 'module', files: [3] }),
      under({ form: 'builtinMethod', owner: box(3), method: 'map' }),
      under({ form: 'parameter', node: 3, name: 'T' }),
    ];
    expect(new Set(all.map((one) => ids.ofEnvironment(one))).size).toBe(all.length);
  });

  it('are 0 without type arguments', () => {
    expect(new TypeIds().ofEnvironment(new Map())).toBe(0);
  });
});
