import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readReport } from '../../../src/query/question/read-question.ts';

const REPORT = `Crash when a cart is empty

<!-- Thanks for the report! Search first. -->
- [x] I have read the guide

### Description
Calling \`Cart.total\` with no items fails, see src/cart.py.

\`\`\`python
def test_total():
    assert Cart().total() == 0
\`\`\`

\`\`\`
Traceback (most recent call last):
  File "/home/me/app.py", line 3, in main
    cart.total()
  File "/home/me/shop/cart.py", line 42, in total
    return sum(self.items)
ValueError: cannot sum an empty cart
\`\`\`

### Environment
\`\`\`
numpy==1.2.3
platform linux -- Python 3.8.1
\`\`\`
`;

describe('readReport', () => {
  it('tells title, prose, code, names, errors, frames and files apart', () => {
    const report = readReport(REPORT)!;
    expect(report.title).toBe('Crash when a cart is empty');
    expect(report.prose.trim()).toBe('Calling `Cart.total` with no items fails, see src/cart.py.');
    expect(report.inlineCode).toEqual(['Cart.total']);
    expect(report.errors).toEqual(['cannot sum an empty cart']);
    expect(report.frames.map(({ line, name }) => [line, name])).toEqual([
      [42, 'total'],
      [3, 'main'],
    ]);
    expect(report.places.map(({ path }) => path)).toContain('src/cart.py');
    expect(report.code).toContain('assert Cart().total() == 0');
  });

  it('leaves out templates and lists of versions', () => {
    const { prose, code } = readReport(REPORT)!;
    expect(`${prose} ${code}`).not.toMatch(/Thanks|guide|Description|numpy|linux/);
  });

  it('lists JavaScript frames in their order, which is innermost first', () => {
    const text = 'Broken\nError: no\n    at inner (src/a.js:1:2)\n    at outer (src/b.js:3:4)';
    expect(readReport(text)!.frames.map(({ name }) => name)).toEqual(['inner', 'outer']);
  });

  it('takes the last message of a pasted trace for its title', () => {
    const trace =
      'Traceback (most recent call last):\n  File "a.py", line 1, in run\nKeyError: no item';
    expect(readReport(trace)).toMatchObject({ title: 'no item', frames: [{ name: 'run' }] });
  });

  it('does not take a question of one line for a report', () => {
    expect(readReport('where are requests retried?\n')).toBeUndefined();
  });

  it('reads any text of any shape in time linear in its length', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 60 }), { minLength: 2 }), (lines) => {
        const report = readReport(lines.join('\n'));
        expect(report === undefined || typeof report.title === 'string').toBe(true);
      }),
    );
    const long = `title\n${'`a`('.repeat(5000)}\n${'<!--'.repeat(2000)}\n${'- '.repeat(3000)}`;
    const started = performance.now();
    readReport(long);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
