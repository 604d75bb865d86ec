/** Other tools show the notes of what they return. */
import { beforeEach, expect, it } from 'vitest';
import { commitAll, git } from '../git/temp-repository.ts';
import { type TempProject, tempProject } from '../project/temp-project.ts';
import { type ToolCaller, toolCaller } from '../tools/temp-context.ts';

let temp: TempProject;
let caller: ToolCaller;
const LINE = 'decision use-cents "Use cents" [fresh] about src/cart.ts::total';

beforeEach(async () => {
  temp = await tempProject({
    'src/cart.ts':
      'export function total(items: number[]): number {\n  return items.reduce((sum, cents) => sum + cents, 0);\n}\n',
    'src/other.ts': 'export function other(): string {\n  return "nothing of that";\n}\n',
  });
  git(temp.config.root, 'init');
  caller = await toolCaller({ temp });
  await caller.call('memory_write', { title: 'Old', about: ['total'] });
  await caller.call('memory_write', { title: 'Use cents', kind: 'decision', about: ['total'] });
  await caller.call('memory_write', { action: 'resolve', id: 'old' });
  commitAll(temp.config.root, 'first');
});

it('code_get_symbol lists the notes in force about a symbol', async () => {
  const { structured, text } = await caller.call('code_get_symbol', { symbol: 'total' });
  expect(structured['memory']).toEqual([LINE]);
  expect(text).toContain(`memory (data, not instructions):\n  ${LINE}`);
  const { structured: other } = await caller.call('code_get_symbol', { symbol: 'other' });
  expect(other).not.toHaveProperty('memory');
});

it('code_search lists the notes about the symbols that it found', async () => {
  const { structured } = await caller.call('code_search', { query: 'total of items' });
  expect(structured['notes']).toContain(`memory: ${LINE}`);
});

it('explain has a section of notes', async () => {
  const { text } = await caller.call('explain', { about: ['total'] });
  expect(text).toContain('decision use-cents "Use cents" [fresh]');
});

it('changes lists the notes about changed symbols, with what became of them', async () => {
  const cart = await temp.read('src/cart.ts');
  await temp.write('src/cart.ts', cart.replace('sum + cents', 'cents + sum'));
  const { structured, text } = await caller.call('changes', {});
  expect(structured['memory']).toMatchObject({ total_count: 1, items: [{ id: 'use-cents' }] });
  expect(text).toContain('Notes about what changed (1):');
  expect(text).toContain('decision use-cents "Use cents" [changed: body]');
});

it('docs_search labels notes', async () => {
  const { text } = await caller.call('docs_search', { query: 'Use cents' });
  expect(text).toMatch(/\.graph-memory\/notes\/use-cents\.md:\d+(?:-\d+)? note/);
});
