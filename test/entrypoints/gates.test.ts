import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Framework } from '../../src/entrypoints/framework.ts';
import { CALL } from '../../src/entrypoints/objects.ts';
import type { RegistrationReader } from '../../src/extractors/registrations/collector.ts';
import { ECMASCRIPT_REGISTRATIONS } from '../../src/languages/ecmascript/registrations.ts';
import { GO_REGISTRATIONS } from '../../src/languages/go/registrations.ts';
import { PYTHON_REGISTRATIONS } from '../../src/languages/python/registrations.ts';

const FRAMEWORKS = new URL('../../src/entrypoints/frameworks/', import.meta.url);

/** Readers whose files import the packages that they use, and how they do it. */
const READERS: readonly (readonly [string, RegistrationReader, (name: string) => string])[] = [
  ['ecmascript', ECMASCRIPT_REGISTRATIONS, (name) => `import { x } from '${name}';\n`],
  ['python', PYTHON_REGISTRATIONS, (name) => `from ${name} import x\n`],
  ['go', GO_REGISTRATIONS, (name) => `package web\nimport "${name}"\n`],
];

/** Names that are no packages, or whose calls count only beside those of a framework. */
const NO_PACKAGES = /^(?:global|path|net\/url|Router)\b/;

async function frameworksIn(folder: string): Promise<readonly Framework[]> {
  const files = readdirSync(new URL(folder, FRAMEWORKS));
  const modules = await Promise.all(
    files.map((file) => import(new URL(`${folder}/${file}`, FRAMEWORKS).pathname)),
  );
  return modules
    .flatMap((module) => Object.values(module as Record<string, unknown>))
    .filter(
      (one): one is Framework =>
        typeof one === 'object' && one !== null && 'methods' in one && 'objects' in one,
    );
}

/** Whether a name is a package, which a file calls by a name of its own: `node-fetch`, `swr`. */
function isWhole(name: string): boolean {
  return name === CALL || (/^swr\b|-/.test(name) && !name.includes('.'));
}

/** Every beginning of a dotted name, one of which is the package: `socket.io.Server`. */
function beginnings(name: string): readonly string[] {
  const parts = name.split('.');
  return parts.map((_, index) => parts.slice(0, index + 1).join('.'));
}

describe.each(READERS)('the reader of %s', (folder, { gate, vocabulary }, imported) => {
  it('reads every file that imports a package of a framework', async () => {
    const unread = (await frameworksIn(folder)).flatMap((one) =>
      [
        ...Object.keys(one.objects),
        ...Object.keys(one.functions ?? {}),
        ...Object.keys(one.decorators ?? {}),
        ...(one.wrappers ?? []),
      ].filter(
        (name) =>
          !NO_PACKAGES.test(name) && !beginnings(name).some((start) => gate.test(imported(start))),
      ),
    );
    expect(unread).toEqual([]);
  });

  it('keeps every call that a rule of a framework applies to', async () => {
    const lastPart = (name: string): string => name.slice(name.search(/[^./]+$/));
    const known = new Set([...vocabulary].map(lastPart));
    const lost = (await frameworksIn(folder)).flatMap((one) => {
      const rules = [...Object.values(one.methods), one.functions ?? {}].flatMap(Object.entries);
      return [
        ...rules.flatMap(([name, rule]) => (rule.apply === undefined ? [] : [name])),
        ...Object.keys(one.decorators ?? {}),
      ].filter((name) => !known.has(lastPart(name)) && !isWhole(name));
    });
    expect(lost).toEqual([]);
  });
});
