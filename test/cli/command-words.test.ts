import { expect, it } from 'vitest';
import { commandWords } from '../../src/cli/command-words.ts';

it.each([
  ['Raise max_tokens for more.', 'Raise --max-tokens for more.'],
  ['see index_status', 'see "graph-memory status"'],
  ['a.ts changed; run reindex', 'a.ts changed; run "graph-memory index"'],
  [
    'code_references lists all uses, graph_traverse its dependencies',
    '"graph-memory references" lists all uses, "graph-memory traverse" its dependencies',
  ],
  // A single word may be an ordinary word, or a parameter.
  [
    'Parameters of code_search: detail, explain.',
    'Parameters of "graph-memory search": detail, explain.',
  ],
  ['no impact on other files', 'no impact on other files'],
  // What is quoted, or part of a path or a name, is the project's.
  ['no symbol "max_tokens" in the index', 'no symbol "max_tokens" in the index'],
  [
    'Did you mean src/code_search.ts::code_search?',
    'Did you mean src/code_search.ts::code_search?',
  ],
])('commandWords translates "%s"', (message, shown) => {
  expect(commandWords(message)).toBe(shown);
});
