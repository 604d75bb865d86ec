import { describe, expect, it } from 'vitest';
import type { FileFacts } from '../../src/model/facts.ts';
import { extractText } from '../helpers/check.ts';
import { fromScratch, updated } from './update-model.ts';

async function factsOf(texts: Readonly<Record<string, string>>) {
  const facts = new Map<string, FileFacts>();
  for (const [path, text] of Object.entries(texts)) facts.set(path, await extractText(path, text));
  return facts;
}

/** The files that each version resolves again, and whether the result is that of a full run. */
async function updateBy(
  old: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
) {
  const before = await factsOf(old);
  const files = new Map(before);
  for (const [path, facts] of await factsOf(now)) files.set(path, facts);
  const { known, resolvedCount } = updated(fromScratch(before, {}), files, {});
  return { known, resolvedCount, expected: fromScratch(files, {}) };
}

const CLASSES = `
export class First { run() { return 1; } stop() {} }
export class Second { go() { return 2; } stop() {} }
`;

describe('an update of several files', () => {
  it('follows a changed result through a file whose body changed as well', async () => {
    const { known, expected } = await updateBy(
      {
        'a.ts': `${CLASSES}export function make(): First { return new First(); }`,
        'b.ts': `import { make } from './a';\nexport const made = make();`,
        'c.ts': `import { made } from './b';\nmade.go();\nmade.run();`,
      },
      {
        'a.ts': `${CLASSES}export function make(): Second { return new Second(); }`,
        'b.ts': `import { make } from './a';\nexport const made = make();\nfunction own() { own(); }`,
      },
    );
    expect(known.edges).toEqual(expected.edges);
  });

  it('follows a changed result through unchanged files by the names that pass it on', async () => {
    const { known, resolvedCount, expected } = await updateBy(
      {
        'a.ts': `${CLASSES}export function make(): First { return new First(); }`,
        'b.ts': `import { make } from './a';\nexport const made = make();\nexport const other = 1;`,
        'c.ts': `import { made } from './b';\nexport const last = { made };`,
        'd.ts': `import { last } from './c';\nlast.made.go();`,
        'e.ts': `import { other } from './b';\nexport const more = other;`,
        'f.ts': `import { more } from './e';\nconsole.log(more);`,
      },
      { 'a.ts': `${CLASSES}export function make(): Second { return new Second(); }` },
    );
    expect(known.edges).toEqual(expected.edges);
    expect(resolvedCount).toBe(4);
  });

  it('resolves no user of other names again when a file is added that one file imports', async () => {
    const { known, resolvedCount, expected } = await updateBy(
      {
        'b.ts': `import { added } from './new';\nexport const one = added();\nexport const two = 2;`,
        'c.ts': `import { one } from './b';\none.run();`,
        'd.ts': `import { two } from './b';\ntwo.toFixed();`,
      },
      { 'new.ts': `${CLASSES}export function added() { return new First(); }` },
    );
    expect(known.edges).toEqual(expected.edges);
    expect(resolvedCount).toBe(3);
  });
});
