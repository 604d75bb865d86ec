/** Members of values that pages give names to, and methods by their bare names. */
import { expect, test } from 'vitest';
import { targetsOf } from '../page-edges.ts';

const TYPES = {
  'src/app.ts':
    'export class Base {\n  close() {}\n}\nexport class Application extends Base {\n  use() {}\n  listen() {}\n  env = 1;\n  close() {}\n}\n',
  'src/other.ts':
    'export class Socket {\n  listen() {}\n}\nexport class Reader {\n  fileno() {}\n  size = 1;\n}\n',
};

test.each([
  [
    'a value that is called like its type',
    '`app.use()` `app.env`',
    ['src/app.ts::Application::env', 'src/app.ts::Application::use'],
  ],
  [
    'a value with several members of one type',
    '`my.use()` `my.env` `my.listen()`',
    [
      'src/app.ts::Application::env',
      'src/app.ts::Application::listen',
      'src/app.ts::Application::use',
    ],
  ],
  ['a value that has mostly other members', '`my.use()` `my.env` `my.a` `my.b` `my.c`', []],
  ['a value with one member', '`my.env`', []],
  ['a method of a type that nobody speaks of', '`.fileno()`', []],
  [
    'a method of a type that the page speaks of',
    '`Reader` has `.fileno()`.',
    ['src/other.ts::Reader', 'src/other.ts::Reader::fileno'],
  ],
  ['a field that is called', '`Reader` `size()`', ['src/other.ts::Reader']],
])('the type of a receiver is inferred: %s', async (_, page, expected) => {
  expect(await targetsOf(TYPES, page)).toEqual(expected);
});

const OBJECTS = {
  'lib/request.js':
    "module.exports = {\n  get path() {\n    return '';\n  },\n  get query() {\n    return '';\n  },\n  get length() {\n    return 1;\n  },\n  accepts() {}\n};\n",
  'lib/response.js':
    "module.exports = {\n  get body() {\n    return '';\n  },\n  get length() {\n    return 1;\n  },\n  redirect() {}\n};\n",
};

test('a receiver may have members of several objects', async () => {
  const page = '`ctx.path` `ctx.query` `ctx.accepts()` `ctx.body` `ctx.redirect()` `ctx.length`\n';
  expect(await targetsOf(OBJECTS, page)).toEqual([
    'lib/request.js::accepts',
    'lib/request.js::path',
    'lib/request.js::query',
    'lib/response.js::body',
    'lib/response.js::redirect',
  ]);
});
