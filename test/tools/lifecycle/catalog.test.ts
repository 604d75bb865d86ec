import { expect, it } from 'vitest';
import { ToolCatalog } from '../../../src/tools/lifecycle/catalog.ts';
import { CATALOG, findTool, TOOLS } from '../../../src/tools/registry.ts';
import type { Tool } from '../../../src/tools/tool.ts';

const [first] = TOOLS as readonly [Tool];
const named = (name: string): Tool => ({ ...first, name });
const [a, b, c, d] = [named('alpha'), named('beta'), named('gamma'), named('delta')];
const catalog = new ToolCatalog([
  { tool: a, state: 'active' },
  { tool: b, state: 'deferred' },
  { tool: c, state: 'hidden' },
  { tool: d, state: 'deprecated', replacement: 'alpha' },
  { name: 'omega', state: 'removed', replacement: 'beta' },
]);

it('every state but removed answers a call', () => {
  expect(catalog.all()).toEqual([a, b, c, d]);
  expect(catalog.find('delta')).toBe(d);
  expect(catalog.find('omega')).toBeUndefined();
});

it('only a deprecated tool has a replacement', () => {
  expect(catalog.all().map((tool) => catalog.replacementOf(tool))).toEqual([
    undefined,
    undefined,
    undefined,
    'alpha',
  ]);
});

it('the error for a removed tool names its replacement', () => {
  expect(catalog.unknownText('omega')).toBe('the tool "omega" was removed; use beta');
});

it.each([
  ['gama', 'unknown tool "gama"; similar: gamma'],
  ['zzzzzzzzz', 'unknown tool "zzzzzzzzz"; similar: alpha'],
])(
  'the error for %s names hidden tools with a near name, or else the active ones',
  (name, text) => {
    expect(catalog.unknownText(name)).toBe(text);
  },
);

it.each([
  [undefined, [a]],
  [
    ['beta', 'alpha'],
    [a, b],
  ],
  [
    ['default', 'delta'],
    [a, d],
  ],
  [['all'], [a, b]],
])('a selection of %j lists tools in the order of the catalog', (selection, tools) => {
  expect(catalog.listed(selection)).toEqual(tools);
});

it('a selection with an unknown name is refused with near names', () => {
  expect(() => catalog.listed(['gama'])).toThrowError(
    expect.objectContaining({ code: 'GM_USAGE', hint: 'Did you mean gamma?' }),
  );
});

it('no two tools of the program have the same name', () => {
  const names = CATALOG.all().map((tool) => tool.name);
  expect(new Set(names).size).toBe(names.length);
  expect(findTool('graph_neighbors')).toBeDefined();
});
