import { describe, expect, it, test } from 'vitest';
import { forwardingScripts } from '../../../src/query/names/forwarding-script.ts';
import { search } from '../../../src/query/search.ts';
import { ANYWHERE, pathsOf } from '../../helpers/check-search.ts';
import { snapshotOf } from '../../helpers/facts.ts';

const WORK = `// Serves requests.\nexport function serve() {\n${'  accept(connection, request, answer);\n'.repeat(20)}}\n`;
const CALL = '#!/bin/sh\nexec node "$(dirname "$0")/../src/serve.js" "$@"\n';

function forwarding(files: Record<string, string>, languages: Record<string, string> = {}) {
  const { text } = snapshotOf(files, languages);
  const marks = forwardingScripts(text);
  return text.data.paths.filter((_, file) => marks[file] === 1);
}

describe('forwarding script detection', () => {
  const files = { 'bin/serve': CALL, 'src/serve.ts': WORK };

  it.each([
    ['one in a folder of scripts', files, {}, ['bin/serve']],
    [
      'one of a shell',
      { 'serve.sh': CALL, 'src/serve.ts': WORK },
      { 'serve.sh': 'bash' },
      ['serve.sh'],
    ],
    ['not one elsewhere', { 'web/serve.ts': CALL, 'src/serve.ts': WORK }, {}, []],
    ['not one that nothing else is named as', { 'bin/serve': CALL, 'src/run.ts': WORK }, {}, []],
    [
      'not one beside something as short',
      { 'bin/serve': CALL, 'src/serve.ts': 'serve();\n' },
      {},
      [],
    ],
    ['not one whose namesake is a test', { 'bin/serve': CALL, 'test/serve.ts': WORK }, {}, []],
    ['not one that does not speak of it', { ...files, 'bin/serve': '#!/bin/sh\nls -la\n' }, {}, []],
    ['not one that does work', { ...files, 'bin/serve': WORK + CALL }, {}, []],
  ])('handles this case: %s', (_, given, languages, expected) => {
    expect(forwarding(given, languages)).toEqual(expected);
  });
});

test('the implementation ranks above the script that calls it', () => {
  const files = { 'bin/serve': CALL, 'src/server/serve.ts': WORK };
  const snapshot = snapshotOf(files);
  const answer = search(snapshot, { ...ANYWHERE, query: 'serve' });
  expect(pathsOf(answer)).toEqual(['src/server/serve.ts', 'bin/serve']);
  expect(answer.hits[1]?.reasons.map(({ detail }) => detail)).toContain(
    'only calls a file of the same name',
  );
});
