import { describe, expect, test } from 'vitest';
import type { SymbolKind } from '../../src/model/symbol.ts';
import type { TestsMode } from '../../src/query/scope.ts';
import { search } from '../../src/query/search.ts';
import { ANYWHERE } from '../helpers/check-search.ts';
import { type Files, snapshotOf } from '../helpers/facts.ts';

function shown(files: Files, query: string, kinds: readonly SymbolKind[] = []) {
  const snapshot = snapshotOf(files);
  const [hit] = search(snapshot, { ...ANYWHERE, query, kinds }).hits;
  if (hit === undefined) return undefined;
  const lines = `${hit.startLine}-${hit.endLine}`;
  return { id: snapshot.graph.node(hit.node).id, lines, others: hit.otherRanges.length };
}

const FILLER = '  step(one, two);\n'.repeat(45);
/** Each method fills a chunk: class head 1, parse 2–48, send 49–95, parseHeader 96–143. */
const CLIENT: Files = {
  'client.ts': `class Client {\n  parse() {\n${FILLER}  }\n  send() {\n${FILLER}  }\n  parseHeader() {\n${FILLER}  }\n}\nparse();\n`,
};

test.each([
  [
    'Client',
    'client.ts::Client',
    '1-48',
    'as written; a class is not shown whole, nor its first line alone',
  ],
  ['parseHeader', 'client.ts::Client::parseHeader', '96-142', 'as written'],
  ['PARSEHEADER', 'client.ts::Client::parseHeader', '96-142', 'in another case'],
  ['parseheader', 'client.ts::Client::parseHeader', '96-142', 'in one lower-case word'],
  ['parse header', 'client.ts::Client::parseHeader', '96-142', 'as a phrase'],
  ['Client.send', 'client.ts::Client::send', '49-95', 'a member before the owner it is named with'],
  ['how to send', 'client.ts::Client::send', '49-95', 'a plain word that is a name'],
  [
    'parsing headers of requests',
    'client.ts::Client::parseHeader',
    '96-142',
    'a phrase of its stems',
  ],
] satisfies [string, string, string, string][])(
  'the query %s shows %s at lines %s: %s',
  (query, id, lines) => {
    expect(shown(CLIENT, query)).toMatchObject({ id, lines });
  },
);

test('a file is shown as a whole if files are requested, at its best lines', () => {
  expect(shown(CLIENT, 'parse header', ['file'])).toEqual({
    id: 'client.ts',
    lines: '96-143',
    others: 0,
  });
  expect(shown({ 'client.ts': '' }, 'client', ['file'])?.id).toBe('client.ts');
});

test('without a named declaration, the best content chunk is shown with its enclosing declaration', () => {
  const files = {
    'a.ts': `function first() {\n${FILLER}}\nfunction second() {\n${FILLER}${FILLER}  backoff(timer);\n${FILLER}}\n`,
  };
  const place = shown(files, 'timer for backing off');
  expect(place?.id).toBe('a.ts::second');
  const [start, end] = place!.lines.split('-').map(Number);
  expect(start).toBeGreaterThan(48);
  expect(start).toBeLessThanOrEqual(139);
  expect(end).toBeGreaterThanOrEqual(139);
});

test('of lines that hold the words equally well, those nearest in meaning are shown', () => {
  const snapshot = snapshotOf({
    'a.ts': `function first() {\n${FILLER}}\nfunction second() {\n${FILLER}}\n`,
  });
  const shownFor = (query: string, nearest: number) => {
    const one = Float64Array.of(1);
    const chunks = Int32Array.of(nearest);
    const meaning = { values: one, chunks, cosines: one, fileCosines: one, nearest: 1 };
    const [hit] = search(snapshot, { ...ANYWHERE, query, meaning }).hits;
    return snapshot.graph.node(hit!.node).name;
  };
  expect(shownFor('step towards reconnecting', 0)).toBe('first');
  expect(shownFor('step towards reconnecting', 1)).toBe('second');
  expect(shownFor('the first step towards reconnecting', 1)).toBe('first');
});

test('a name that covers less than half of the query does not outweigh content', () => {
  const files = {
    'a.ts': `// Network.\nfunction retryLater() {\n${FILLER}}\n// Sockets are drained and buffers flushed before retry.\nfunction other() {\n${FILLER}}\n`,
  };
  expect(shown(files, 'sockets drained, buffers flushed, retry')?.id).toBe('a.ts::other');
});

test('an everyday word that is also a name does not outweigh content', () => {
  const files = {
    'a.ts': `class Client {\n  parse() {\n${FILLER}  }\n  frame() {\n    checksum(trailing, bytes);\n${FILLER}  }\n}\n`,
  };
  expect(shown(files, 'client checks the trailing bytes checksum')?.id).toBe('a.ts::Client::frame');
});

test('the file itself is shown for lines outside all declarations', () => {
  expect(shown({ 'a.ts': 'connect(database);\n' }, 'database')).toMatchObject({
    id: 'a.ts',
    lines: '1-1',
  });
});

test('the beginning of a file is shown if only its path matches', () => {
  expect(shown({ 'src/retry.ts': `${FILLER}`, 'src/x.ts': FILLER }, 'retry')).toMatchObject({
    id: 'src/retry.ts',
    others: 0,
  });
  expect(shown({ 'retry.ts': '' }, 'retry')).toEqual({ id: 'retry.ts', lines: '1-1', others: 0 });
});

test('the kinds filter restricts which declarations are shown', () => {
  expect(shown(CLIENT, 'Client', ['method'])?.id).toBe('client.ts::Client::parse');
  expect(shown(CLIENT, 'Client', ['class'])?.id).toBe('client.ts::Client');
  expect(shown(CLIENT, 'Client', ['interface'])).toBeUndefined();
  expect(shown(CLIENT, 'Client', ['file'])?.id).toBe('client.ts');
});

test('among declarations of one name, types are shown before functions, then the one with more content', () => {
  const files = {
    'a.ts': `function load() {\n${FILLER}}\nclass Store {\n  load() {\n    cache(cache);\n  }\n}\nclass load {\n}\n`,
  };
  expect(shown(files, 'load')?.id).toBe('a.ts::load~2');
  expect(shown(files, 'load', ['function', 'method'])?.id).toBe('a.ts::load');
  expect(shown(files, 'load', ['method'])?.id).toBe('a.ts::Store::load');
});

test('other ranges are chunks about the query, without the one shown', () => {
  const part = (name: string) => `function ${name}() {\n  backoff(timer);\n${FILLER}}\n`;
  const files = {
    'a.ts': `${part('one')}${part('two')}${part('three')}function four() {\n${FILLER}}\n`,
  };
  const snapshot = snapshotOf(files);
  const [hit] = search(snapshot, { ...ANYWHERE, query: 'backoff timer' }).hits;
  expect(hit?.otherRanges).toHaveLength(2);
  for (const range of hit?.otherRanges ?? []) {
    expect(range.startLine > hit!.endLine || range.endLine < hit!.startLine).toBe(true);
  }
});

test('among two members of one name, the one whose owner the query names is shown', () => {
  const files = {
    'a.ts': `class Other {\n  fromNumber() {\n${FILLER}  }\n}\nclass FilePermissions {\n  toText() {\n${FILLER}  }\n  fromNumber() {\n${FILLER}  }\n}\n`,
  };
  expect(shown(files, 'make file permissions from an octal number', ['method'])?.id).toBe(
    'a.ts::FilePermissions::fromNumber',
  );
});

test('the beginning of a file is shown if nothing in it matches the question', () => {
  const files = {
    'retry/a.ts': `const x = 1;\n${FILLER}function later() {\n${FILLER}}\n`,
    'src/b.ts': FILLER,
  };
  expect(shown(files, 'retry')).toMatchObject({ id: 'retry/a.ts' });
});

describe('tests inside the file that they test', () => {
  const files = {
    'header.ts': `export function decode(bytes: Bytes): Header {
  // Splits the line of a header into name and value.
  const [name, value] = parts(bytes);
${FILLER}  return { name, value };
}

export function encode(header: Header): Bytes {
${FILLER}  return join(header);
}

namespace tests {
  splitsHeaderLine() {
    const header = decode('header line: value of the header line');
    expect(header.name, 'header line');
${FILLER}  }

  decode() {
    expect(run('a: b').name, 'a');
${FILLER}  }

  refusesFoldedContinuations() {
    expect(fails(() => run(' folded continuation')));
${FILLER}  }
}
`,
  };
  const placeOf = (query: string, includeTests: TestsMode = 'penalize') => {
    const snapshot = snapshotOf(files);
    const [hit] = search(snapshot, { ...ANYWHERE, query, includeTests }).hits;
    return hit === undefined ? undefined : snapshot.graph.node(hit.node).id;
  };

  test.each([
    ['where is a header line split', 'decode', 'a test says more of the words'],
    ['splits header line', 'decode', 'a phrase that only a test is called'],
    ['decode', 'decode', 'a name that a test has too'],
    ['splitsHeaderLine', 'tests::splitsHeaderLine', 'the test itself, as written'],
    ['folded continuation refused', 'tests::refusesFoldedContinuations', 'only a test says it'],
  ])('do not confuse the query %s, which shows %s: %s', (query, name) => {
    expect(placeOf(query)).toBe(`header.ts::${name}`);
  });

  test('are no further places of the code that they test', () => {
    const text = files['header.ts'];
    const testsLine = text.slice(0, text.indexOf('namespace tests')).split('\n').length;
    const testsAmongOthers = (includeTests: TestsMode) => {
      const request = { ...ANYWHERE, query: 'decode', includeTests };
      const [hit] = search(snapshotOf(files), request).hits;
      return hit!.otherRanges.filter(({ startLine }) => startLine > testsLine).length;
    };
    expect(testsAmongOthers('allow')).toBeGreaterThan(0);
    expect(testsAmongOthers('penalize')).toBe(0);
  });

  test('are shown if the request asks for tests', () => {
    const query = 'where is a header line split';
    expect(placeOf(query, 'allow')).toBe('header.ts::tests::splitsHeaderLine');
  });
});
