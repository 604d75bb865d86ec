import { expect, test } from 'vitest';
import { scanOfFiles } from '../../src/semantic/file-vectors.ts';
import { snapshotOf } from '../helpers/facts.ts';

/** Long enough that each function is a chunk of its own. */
const BODY = '  step();\n'.repeat(90);

test('a file is as near as the mean of its chunks, each of which counts alike', () => {
  const index = snapshotOf({
    'a.ts': `function first() {\n${BODY}}\nfunction second() {\n${BODY}}\n`,
    'b.ts': `function third() {\n${BODY}}\n`,
  }).text;
  expect([...index.chunkFiles]).toEqual([0, 0, 1]);
  const rows = Int8Array.of(127, 0, 0, 10, 0, 127);
  const set = { model: '', recipe: '', dimensions: 2, keys: new Uint32Array(), rows };
  const cosines = scanOfFiles(set, index).cosines(Float32Array.of(1, 0));
  expect(cosines[0]).toBeCloseTo(Math.SQRT1_2, 2);
  expect(cosines[1]).toBe(0);
});
