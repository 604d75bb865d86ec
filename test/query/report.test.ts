/** Questions of several lines: issues, logs, stack traces. */
import { describe, expect, it } from 'vitest';
import { search } from '../../src/query/search.ts';
import { ANYWHERE } from '../helpers/check-search.ts';
import { type Files, snapshotOf } from '../helpers/facts.ts';

const FILLER = '  step(one, two);\n'.repeat(40);
const SHOP: Files = {
  'src/cart.ts': `export function total() {\n${FILLER}}\nexport function discount() {\n${FILLER}}\n`,
  'src/invoice.ts': 'export function invoice() {\n  return "rounding of an amount";\n}\n',
  'src/mail.ts': 'export function send() {\n  return retry(queue);\n}\n',
  'test/cart.test.ts': 'it("rounds the total", () => {\n  rounding(total());\n});\n',
};

function hitsOf(query: string, groupBy: 'file' | 'place' = 'file') {
  const snapshot = snapshotOf(SHOP);
  return search(snapshot, { ...ANYWHERE, query, groupBy }).hits.map((hit) => ({
    ...hit,
    symbol: snapshot.graph.node(hit.node).name,
  }));
}

describe('search with a report', () => {
  it('ranks the file of a stack frame first and shows the function of the frame', () => {
    const trace = 'It breaks\n\n    at discount (/home/me/app/src/cart.ts:1:5)\n';
    const [first] = hitsOf(trace);
    expect(first).toMatchObject({ path: 'src/cart.ts', symbol: 'discount', startLine: 43 });
    expect(first?.reasons.map(({ detail }) => detail)).toContain('stack frame, line 1');
  });

  it('ignores frames of files that only share their name with one of the project', () => {
    const trace = 'A rounding fault\n\n    at send (/usr/lib/node/other/mail.ts:2:1)\n';
    const signals = hitsOf(trace).flatMap(({ reasons }) => reasons.map(({ signal }) => signal));
    expect(signals).not.toContain('stackFrame');
  });

  it('keeps the order that the title alone gives, however much unrelated text follows', () => {
    const title = 'rounding of an amount';
    const noise = Array.from({ length: 200 }, (_, row) => `package${row}==1.${row}.0`).join('\n');
    const hits = hitsOf(`${title}\n\n### Environment\n${noise}`);
    expect(hits[0]?.path).toBe('src/invoice.ts');
  });

  it('lists several places of one file if places are requested', () => {
    const report = 'cart: wrong total and discount\n\nBoth `total` and `discount` step twice.\n';
    const places = hitsOf(report, 'place').filter(({ path }) => path === 'src/cart.ts');
    expect(places.map(({ symbol }) => symbol).sort()).toEqual(['discount', 'total']);
    expect(hitsOf(report).filter(({ path }) => path === 'src/cart.ts')).toHaveLength(1);
  });
});

describe('search with a report about a class', () => {
  const CLASS: Files = {
    'src/account.ts': `export class Account {\n  owner = '';\n  constructor(settings) {\n    this.timeout = settings.timeout;\n${FILLER}  }\n  close() {\n    this.flush(pending);\n${FILLER}  }\n}\n`,
    'src/ledger.ts': `export function ledger() {\n${FILLER}}\n`,
  };
  const placesOf = (query: string, groupBy: 'file' | 'place') => {
    const snapshot = snapshotOf(CLASS);
    return search(snapshot, { ...ANYWHERE, query, groupBy }).hits.map((hit) => ({
      id: snapshot.graph.node(hit.node).id,
      lines: [hit.startLine, hit.endLine],
    }));
  };
  const REPORT = 'Account ignores its settings\n\nThe timeout of the settings is never read.\n';

  it('lists the constructor and the class without showing a line twice', () => {
    const places = placesOf(REPORT, 'place');
    const ids = places.map(({ id }) => id);
    expect(ids).toContain('src/account.ts::Account');
    expect(ids).toContain('src/account.ts::Account::constructor');
    const shown = places.flatMap(({ lines: [start = 0, end = 0] }) =>
      Array.from({ length: end - start + 1 }, (_, row) => start + row),
    );
    expect(new Set(shown).size).toBe(shown.length);
  });

  it('ranks functions before the class that contains them', () => {
    const unnamed = 'Settings are ignored\n\nThe timeout of the settings is never read.\n';
    const ids = placesOf(unnamed, 'place').map(({ id }) => id);
    expect(ids[0]).toBe('src/account.ts::Account::constructor');
    expect(ids).toContain('src/account.ts::Account');
  });

  it('shows the class, not its constructor, for a question of one line', () => {
    expect(placesOf('account settings', 'file')[0]?.id).toBe('src/account.ts::Account');
  });
});

describe('search with a path in the question', () => {
  it('shows the lines around the line that the path names', () => {
    const [first] = hitsOf('what happens at src/cart.ts:70');
    expect(first).toMatchObject({ path: 'src/cart.ts', symbol: 'discount' });
    expect(first!.startLine).toBeLessThanOrEqual(70);
    expect(first!.endLine).toBeGreaterThanOrEqual(70);
    expect(first!.endLine - first!.startLine).toBeLessThan(25);
  });
});
