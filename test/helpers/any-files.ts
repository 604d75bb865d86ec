/** Random small projects out of few words, so that files, names and queries meet often. */
import fc from 'fast-check';
import type { Files } from './facts.ts';

const WORDS = ['retry', 'queue', 'auth', 'authentication', 'http', 'client', 'parse', 'token'];
const word = fc.constantFrom(...WORDS);
const capitalized = word.map((text) => text.charAt(0).toUpperCase() + text.slice(1));
const camelCase = fc.tuple(word, capitalized).map(([first, second]) => first + second);
const typeName = fc.tuple(capitalized, capitalized).map(([first, second]) => first + second);
const identifier = fc.oneof(word, camelCase, typeName);

const line = fc.oneof(
  fc.array(identifier, { minLength: 1, maxLength: 4 }).map((words) => `${words.join('.')}();`),
  fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => `// ${words.join(' ')}`),
  camelCase.map((name) => `export function ${name}() {\n  work();\n}`),
  fc
    .tuple(typeName, word)
    .map(([type, method]) => `class ${type} {\n  ${method}() {\n    work();\n  }\n}`),
  camelCase.map((name) => `const ${name} = 1;`),
  fc.constant(''),
  fc.constant(`${'filler(line);\n'.repeat(40)}`),
);

const folder = fc.constantFrom(
  '',
  'src/',
  'src/http/',
  'test/',
  'src/auth/legacy/',
  'docs/',
  'os/win/',
  'os/unix/',
);
const path = fc
  .tuple(folder, fc.oneof(word, camelCase), fc.constantFrom('.ts', '.d.ts', '.test.ts'))
  .map((parts) => parts.join(''));

/** One to six files. */
export const anyFiles: fc.Arbitrary<Files> = fc
  .uniqueArray(fc.tuple(path, fc.array(line, { maxLength: 8 })), {
    selector: ([name]) => name,
    minLength: 1,
    maxLength: 6,
  })
  .map((files) => Object.fromEntries(files.map(([name, lines]) => [name, lines.join('\n')])));

/** Words, identifiers and stop words, as people and agents ask. */
export const anyQuery: fc.Arbitrary<string> = fc
  .array(fc.oneof(identifier, fc.constantFrom('the', 'how', 'absentword', '写缓存')), {
    maxLength: 6,
  })
  .map((words) => words.join(' '));
