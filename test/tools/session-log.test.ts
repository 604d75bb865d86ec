import { describe, expect, it } from 'vitest';
import { SessionLog } from '../../src/tools/session-log.ts';
import { tempProject } from '../project/temp-project.ts';
import { toolCaller } from './temp-context.ts';

describe('SessionLog', () => {
  it('lowers relevance with each turn, weighs edits above reads, and adds up to at most 1', () => {
    const log = new SessionLog();
    log.nextTurn();
    log.touch('p', 'read.ts', 'read');
    log.touch('p', 'edited.ts', 'edited');
    for (let times = 0; times < 9; times++) log.touch('p', 'often.ts', 'read');
    for (let turn = 0; turn < 5; turn++) log.nextTurn();
    const relevance = log.relevance('p', log.turn);
    expect(relevance.get('read.ts')).toEqual({ value: 0.25, detail: 'file read 5 turns ago' });
    expect(relevance.get('edited.ts')).toEqual({ value: 0.5, detail: 'file edited 5 turns ago' });
    expect(relevance.get('often.ts')?.value).toBe(1);
    expect(log.relevance('other', log.turn).size).toBe(0);
  });

  it('drops events after 40 turns, and keeps a limited number', () => {
    const log = new SessionLog();
    log.touch('p', 'old.ts', 'edited');
    for (let file = 0; file < 1500; file++) log.touch('p', `f${file}.ts`, 'read');
    log.nextTurn();
    expect(log.relevance('p', log.turn).size).toBe(1000);
    for (let turn = 0; turn < 40; turn++) log.nextTurn();
    expect(log.relevance('p', log.turn).size).toBe(0);
  });

  it('ignores events after the first page was made', () => {
    const log = new SessionLog();
    log.nextTurn();
    const { turn } = log;
    log.touch('p', 'later.ts', 'read');
    expect(log.relevance('p', turn).size).toBe(0);
  });
});

const TWINS = {
  'src/one.ts': 'export function alpha(): number { return 1; }\n',
  'src/two.ts': 'export function alpha(): number { return 2; }\n',
  'src/other.ts': 'export function unrelated(): number { return 3; }\n',
};

describe('the session', () => {
  async function session() {
    const caller = await toolCaller({
      // Vectors tell twins apart, and this is about sessions.
      temp: await tempProject(TWINS, { embedding: 'none' }),
      session: new SessionLog(),
    });
    const search = async () => {
      const { structured } = await caller.call('code_search', { query: 'alpha', explain: true });
      return {
        structured,
        results: structured['results'] as { path: string; reasons: string[] }[],
      };
    };
    return { ...caller, search };
  }

  it('raises a result that was read, gives the reason, and adds no other results', async () => {
    const { call, search } = await session();
    expect((await search()).results.map(({ path }) => path)).toEqual(['src/one.ts', 'src/two.ts']);
    await call('code_get_file_symbols', { path: 'src/two.ts' });
    await call('code_get_symbol', { symbol: 'unrelated' });
    const { results, structured } = await search();
    expect(results.map(({ path }) => path)).toEqual(['src/two.ts', 'src/one.ts']);
    expect(results[0]?.reasons.join()).toMatch(/session \+[\d.]+: file read 2 turns ago/);
    expect(structured['backend']).toBe('lexical+path+symbol+grep+session');
  });

  it('raises a result that was edited in the meantime', async () => {
    const { temp, search } = await session();
    await search();
    await temp.write('src/two.ts', `${TWINS['src/two.ts']}// changed\n`);
    await search();
    const { results } = await search();
    expect(results[0]?.path).toBe('src/two.ts');
    expect(results[0]?.reasons.join()).toContain('file edited 1 turn ago');
  });

  it('does not change the confidence', async () => {
    const { call, search } = await session();
    const { structured: first } = await search();
    await call('code_get_file_symbols', { path: 'src/one.ts' });
    expect((await search()).structured['confidence']).toBe(first['confidence']);
  });
});
