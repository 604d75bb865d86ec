/** Settings and data in JSON, YAML, TOML and INI: how much of them is named, and what no text may break. */
import { describe, expect, test } from 'vitest';
import { extractText } from '../helpers/check.ts';

async function namesIn(path: string, text: string): Promise<string[]> {
  const { declarations } = await extractText(path, text);
  return declarations.map(({ id }) => id.slice(path.length + 2));
}

const settings = (count: number, line: (name: string) => string): string =>
  Array.from({ length: count }, (_, index) => line(`key${index}`)).join('\n');

describe('the names extracted from data', () => {
  test('cover complete levels, from the outside, while they are few', async () => {
    const yaml = `few:\n${settings(398, (name) => `  ${name}: 1`)}\nlast:\n`;
    expect(await namesIn('a.yaml', yaml)).toHaveLength(400);
    const oneMore = `${yaml}  more: 1\n`;
    expect(await namesIn('a.yaml', oneMore)).toEqual(['few', 'last']);
  });

  test('are omitted for a table of data', async () => {
    expect(
      await namesIn(
        'a.yaml',
        settings(401, (name) => `${name}: 1`),
      ),
    ).toEqual([]);
  });

  test('below the second level include containers only, down to the fourth', async () => {
    const text = '{"a": {"b": {"c": {"d": {"e": {}}, "x": 1}, "y": 2}, "z": 3}}';
    expect(await namesIn('a.json', text)).toEqual(['a', 'a::b', 'a::b::c', 'a::b::c::d', 'a::z']);
  });
});

test('the names of an INI file are its sections and keys, without comments', async () => {
  const text =
    'top = 1\r\n[tool]\r\n; key = 2\r\nlist =\r\n  one\r\n  # two = 2\r\n  three = 3\r\nlast: [x]\r\n= none\r\n';
  expect(await namesIn('setup.cfg', text)).toEqual(['top', 'tool', 'tool::list', 'tool::last']);
});

describe('extraction from malformed data terminates', () => {
  const deep = 20_000;
  test.each([
    ['a.json', '['.repeat(deep)],
    ['a.json', '{"a":'.repeat(deep)],
    ['a.json', ']}'.repeat(deep)],
    ['a.yaml', '['.repeat(deep)],
    ['a.yaml', '- '.repeat(2000)],
    ['a.yaml', `a: &a [*a]\n${'b: *a\n'.repeat(1000)}`],
    ['a.yaml', `a:\n${'# remark\n'.repeat(deep)}b: 1`],
    ['a.toml', `[${' '.repeat(deep)}`],
    ['a.toml', `${'a = [\n'.repeat(deep)}`],
    ['a.toml', `a${' .'.repeat(deep)}`],
    ['a.ini', '['.repeat(deep)],
    ['a.ini', `a${' '.repeat(deep)}b`],
    ['a.ini', `a =${'\n  b'.repeat(deep)}`],
  ])('%s: %.20s', async (path, text) => {
    const { lineCount } = await extractText(path, text);
    expect(lineCount).toBeGreaterThan(0);
  });
});
