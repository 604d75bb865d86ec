import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EDGE_FORMS, EDGE_KINDS, EVIDENCE } from '../../src/model/edge.ts';
import { ResolvedEdges } from '../../src/model/resolved-edge.ts';

const EDGE = fc.record({
  sourceFile: fc.nat(),
  source: fc.integer({ min: -1, max: 1e6 }),
  targetFile: fc.nat(),
  target: fc.integer({ min: -1, max: 1e6 }),
  line: fc.nat(),
  kind: fc.constantFrom(...EDGE_KINDS),
  evidence: fc.constantFrom(...EVIDENCE),
  form: fc.constantFrom(...EDGE_FORMS),
  names: fc.array(fc.string(), { maxLength: 2 }),
});

test('edges come back as they were added', () => {
  fc.assert(
    fc.property(fc.array(EDGE), (some) => {
      const edges = new ResolvedEdges();
      // Enough for the columns to grow.
      const added = Array.from(
        { length: some.length * 300 },
        (_, index) => some[index % some.length]!,
      );
      for (const edge of added) edges.add(edge);
      expect(edges.length).toBe(added.length);
      expect([...edges]).toEqual(added);
    }),
    { numRuns: 20 },
  );
});
