import { expect, it } from 'vitest';
import { gateFailures } from '../../src/verify/gate.ts';
import type { KindReport, VerifyReport } from '../../src/verify/report.ts';
import { reportText } from '../../src/verify/report-text.ts';

const NONE = { ours: 0, compiler: 0, both: 0, precision: null, recall: null };

function kind(given: Partial<KindReport>): KindReport {
  return {
    kind: 'imports',
    ...NONE,
    unverifiable: 0,
    unresolved: 0,
    forms: [],
    misses: [],
    misses_total: 0,
    extras: [],
    extras_total: 0,
    ...given,
  };
}

const CALLS = { ours: 1000, compiler: 1001, both: 999, precision: 0.999, recall: 0.99800199 };
const REPORT: VerifyReport = {
  project: 'shop',
  typescript: { version: '6.0.3', path: '/ts.js' },
  files: 1200,
  missing_files: ['odd.js'],
  missing_packages: [],
  seconds: 12.34,
  memory_bytes: 1_234_567_890,
  kinds: [
    kind({}),
    kind({
      kind: 'calls',
      ...CALLS,
      unverifiable: 7,
      forms: [{ form: 'new', ours: 1, compiler: 1, both: 1, precision: 1, recall: 1 }],
      misses: [
        { at: 'a.ts:1', name: 'go', form: 'plain', place: 'b.ts:2', symbols: ['b.ts::go', 'x'] },
        { at: 'a.ts:2', name: 'Box', form: 'new', place: 'b.ts:3', symbols: [] },
      ],
      misses_total: 2,
      extras: [
        {
          at: 'a.ts:3',
          form: 'plain',
          evidence: 'scoped',
          source: 'a.ts::f',
          target: 'c.ts::go',
          instead: ['b.ts::go'],
        },
      ],
      extras_total: 31,
    }),
  ],
};

it('the report shows a table, then samples of the differences', () => {
  expect(reportText(REPORT).split('\n').slice(0, -3)).toEqual([
    'shop: 1,200 files compared with TypeScript 6.0.3 (/ts.js) in 12.3 s, 1,235 MB',
    '',
    'kind     ours  compiler  both  precision  recall  unverifiable',
    'imports     0         0     0          –       –             0',
    'calls    1000      1001   999     0.9990  0.9980             7',
    '  new       1         1     1     1.0000  1.0000',
    '',
    'misses, calls (2 of 2): found by the compiler only',
    '  a.ts:1 go → b.ts::go',
    '  a.ts:2 new Box → b.ts:3 (not in the graph)',
    '',
    'extras, calls (1 of 31): found by the graph only',
    '  a.ts:3 a.ts::f → c.ts::go [scoped]; compiler: b.ts::go',
    '',
    expect.stringMatching(/^note: /),
  ]);
  expect(reportText(REPORT)).toMatch(/note: the compiler skipped odd\.js \(1\)$/);
});

it('the report says what the compiler itself could not resolve', () => {
  const calls = kind({ kind: 'calls', ...CALLS, unresolved: 1234 });
  const text = reportText({ ...REPORT, kinds: [calls], missing_packages: ['react', 'vue'] });
  expect(text).toContain(
    'note: the compiler resolves no symbol for 1,234 calls; they are not counted',
  );
  expect(text).toContain(
    'note: recall is an upper bound, because 2 packages are not installed (react, vue)',
  );
});

it('the report never rounds an incomplete ratio up to 1', () => {
  const almost = kind({ kind: 'calls', ...CALLS, precision: 0.99999 });
  expect(reportText({ ...REPORT, kinds: [almost] })).toContain('0.9999');
});

it.each([
  [{ precisionMin: undefined, recallMin: undefined }, []],
  [{ precisionMin: 0.999, recallMin: 0.998 }, []],
  [{ precisionMin: 0.9991, recallMin: 0.9 }, ['calls: precision 0.9990 is below 0.9991']],
  [{ precisionMin: 0, recallMin: 1 }, ['calls: recall 0.9980 is below 1']],
])('the gate %j fails with %j', (gate, failures) => {
  expect(gateFailures(REPORT, gate)).toEqual(failures);
});
