/** Vectors of a project over time: made, kept, used again, and never in the way. */
import { describe, expect, test } from 'vitest';
import type { ChunkJob, Embedder, EmbedderSource } from '../../src/embed/embedder.ts';
import { Project } from '../../src/project/project.ts';
import { scopeOf } from '../../src/query/scope.ts';
import { staticEmbedder } from '../../src/semantic/embed-thread.ts';
import { madeBy } from '../../src/semantic/embedders.ts';
import { type TempProject, tempProject, tempShop, testWriter } from './temp-project.ts';

/** The packaged model, counting what it is asked for. */
function counted(): { readonly embedder: () => Embedder; readonly requested: number[] } {
  const inner = staticEmbedder();
  const requested: number[] = [];
  const embedChunks = (job: ChunkJob) => {
    requested.push(job.chunks.length);
    return inner.embedChunks(job);
  };
  return { embedder: () => ({ ...inner, embedChunks }), requested };
}

const open = (temp: TempProject, make?: () => Embedder): Promise<Project> =>
  openFrom(temp, make && madeBy(make));
const openSlow = (temp: TempProject, make: () => Embedder): Promise<Project> =>
  openFrom(temp, { ...madeBy(make), isQuick: false });
const openFrom = (temp: TempProject, embedder?: EmbedderSource): Promise<Project> =>
  Project.open(temp.config, { writer: testWriter(), ...(embedder && { embedder }) });

const SCOPE = { languages: [], kinds: [], includeTests: 'allow' } as const;

async function meaningOf(project: Project, question: string, of: 'text' | 'docsText' = 'text') {
  const index = project.snapshot()[of];
  return project.vectors.meaning(index, question, scopeOf(index, SCOPE));
}

/** Enough chunks that they are written to disk. */
const MANY = Object.fromEntries(
  Array.from({ length: 250 }, (_, n) => [
    `src/part${n}.ts`,
    `export function part${n}(a) { return a + ${n}; }`,
  ]),
);

const PAGES = Object.fromEntries(
  Array.from({ length: 30 }, (_, n) => [
    `docs/page${n}.md`,
    `# Part ${n}\n\nPart ${n} adds ${n} to a number.\n`,
  ]),
);

describe('vectors of pages', () => {
  test('are the same after edits of code and pages as in a new index', async () => {
    const temp = await tempProject({ ...MANY, ...PAGES });
    const { embedder, requested } = counted();
    const project = await open(temp, embedder);
    await project.index({});
    expect(project.status().vectors).toMatchObject({ chunks: 280, pageChunks: 30, missing: 0 });
    await temp.write('docs/page7.md', '# Sevenfold\n\nMultiplies what it is given.\n');
    await temp.remove('docs/page8.md');
    await project.index({});
    await temp.write('src/part7.ts', 'export function sevenfold(b) { return b * 7; }');
    await project.index({});
    expect(requested).toEqual([250, 30, 1, 1]);
    const fresh = await open(temp);
    await fresh.index({ full: true });
    for (const of of ['text', 'docsText'] as const) {
      const meaning = await meaningOf(project, 'product of a number and seven', of);
      expect(meaning).toBeDefined();
      expect(meaning).toEqual(await meaningOf(fresh, 'product of a number and seven', of));
    }
  });

  test('are the same when worker threads make them together with the terms', async () => {
    const filler = `// ${'words of a comment '.repeat(2500)}\n`;
    const files = Object.fromEntries(
      Array.from({ length: 40 }, (_, n) => [
        `src/part${n}.ts`,
        `export function part${n}(a) { return a + ${n}; }\n${filler}`,
      ]),
    );
    const temp = await tempProject({ ...files, ...PAGES });
    const { embedder, requested } = counted();
    const first = new Project(temp.config, {
      writer: testWriter(),
      threadsMax: 2,
      embedder: { ...madeBy(embedder), isPackaged: true },
    });
    await first.index({});
    expect(first.status().vectors).toMatchObject({ pageChunks: 30, missing: 0 });
    const again = await open(temp, embedder);
    await again.index({});
    expect(requested).toEqual([]);
    const alone = await tempProject({ ...files, ...PAGES });
    const other = await open(alone);
    await other.index({});
    for (const of of ['text', 'docsText'] as const) {
      const meaning = await meaningOf(other, 'sum of two numbers', of);
      expect(meaning).toBeDefined();
      expect(await meaningOf(first, 'sum of two numbers', of)).toEqual(meaning);
      expect(await meaningOf(again, 'sum of two numbers', of)).toEqual(meaning);
    }
  });

  test('are started by a first run before it resolves references', async () => {
    const seen: string[] = [];
    const project = await open(await tempProject(MANY), () => {
      seen.push('vectors');
      return staticEmbedder();
    });
    await project.index({ onProgress: ({ phase }) => seen.push(phase) });
    expect(seen.filter((one) => one === 'vectors')).toHaveLength(1);
    expect(seen.indexOf('vectors')).toBeLessThan(seen.indexOf('resolve'));
  });

  test('are loaded by the next process', async () => {
    const temp = await tempProject({ ...MANY, ...PAGES });
    await (await open(temp)).index({});
    const { embedder, requested } = counted();
    const again = await open(temp, embedder);
    expect(await meaningOf(again, 'add two numbers', 'docsText')).toBeDefined();
    await again.prepare({ refresh: true, notice: () => undefined });
    expect(requested).toEqual([]);
  });

  test('cost no vectors of code when they cannot be made', async () => {
    const temp = await tempProject({ ...MANY, ...PAGES });
    const requested: number[] = [];
    const embedChunks = (job: ChunkJob) => {
      requested.push(job.chunks.length);
      if (job.chunks.length === 30) return Promise.reject(new Error('no more'));
      return staticEmbedder().embedChunks(job);
    };
    for (const isQuick of [false, true]) {
      const source = { ...madeBy(() => ({ ...staticEmbedder(), embedChunks })), isQuick };
      const project = await openFrom(temp, source);
      await project.index({});
      await project.vectors.settle();
      expect(await meaningOf(project, 'add')).toBeDefined();
      expect(await meaningOf(project, 'add', 'docsText')).toBeUndefined();
      expect(project.vectors.isWhole(project.snapshot().docsText)).toBe(false);
      expect(project.status().vectors).toMatchObject({ chunks: 250, problem: 'no more' });
    }
    // The second process found those of the code on the disk.
    expect(requested.filter((count) => count === 250)).toEqual([250]);
  });

  test('come from the previous model while those of the next are made', async () => {
    const temp = await tempProject({ ...MANY, ...PAGES });
    await (await open(temp)).index({});
    const embedChunks = () => Promise.reject(new Error('no server'));
    const project = await openSlow(temp, () => ({
      ...{ ...staticEmbedder(), model: 'next-1', embedChunks },
    }));
    await project.index({});
    await project.vectors.settle();
    expect(await meaningOf(project, 'add', 'docsText')).toBeDefined();
    expect(project.status().vectors).toMatchObject({
      ...{ model: staticEmbedder().model, chunks: 280, next: 'next-1', missing: 280 },
    });
  });
});

describe('vectors', () => {
  test('exist for every chunk after indexing, as the status says', async () => {
    const project = await open(await tempShop());
    await project.index({});
    const { text, docsText } = project.snapshot();
    expect(project.status().vectors).toEqual({
      model: staticEmbedder().model,
      chunks: text.chunkCount + docsText.chunkCount,
      pageChunks: docsText.chunkCount,
      next: '',
      missing: 0,
      work: '',
      problem: '',
      search: 'exact',
    });
    expect(await meaningOf(project, 'put goods into the basket')).toBeDefined();
  });

  test('are made only for changes, and equal those of a new index', async () => {
    const temp = await tempProject(MANY);
    const { embedder, requested } = counted();
    const project = await open(temp, embedder);
    await project.index({});
    await temp.write('src/part7.ts', 'export function sevenfold(b) { return b * 7; }');
    await temp.remove('src/part8.ts');
    await project.index({});
    expect(requested).toEqual([250, 1]);
    const fresh = await open(temp);
    await fresh.index({ full: true });
    const question = 'multiply a number by seven';
    expect(await meaningOf(project, question)).toEqual(await meaningOf(fresh, question));
  });

  test('are loaded by the next process', async () => {
    const temp = await tempProject(MANY);
    await (await open(temp)).index({});
    const { embedder, requested } = counted();
    const again = await open(temp, embedder);
    await again.prepare({ refresh: true, notice: () => undefined });
    expect(await meaningOf(again, 'add two numbers')).toBeDefined();
    expect(requested).toEqual([]);
  });

  test.each([
    ['damaged', (bytes: Buffer) => bytes.fill(0, 100)],
    ['gone', () => Buffer.alloc(0)],
  ])('are made again when the file is %s', async (_, change) => {
    const temp = await tempProject(MANY);
    const first = await open(temp);
    await first.index({});
    await temp.damage('vectors.gm', change);
    const { embedder, requested } = counted();
    const again = await open(temp, embedder);
    await again.prepare({ refresh: true, notice: () => undefined });
    expect(requested).toEqual([250]);
    expect(await meaningOf(again, 'add')).toEqual(await meaningOf(first, 'add'));
  });

  test('are not used if another model made them', async () => {
    const temp = await tempProject(MANY);
    await (await open(temp)).index({});
    const { embedder, requested } = counted();
    const other = await open(temp, () => ({ ...embedder(), model: 'other-1' }));
    await other.prepare({ refresh: true, notice: () => undefined });
    expect(requested).toEqual([250]);
    expect(other.status().vectors.model).toBe('other-1');
  });

  test('cost no answer when they cannot be made', async () => {
    const refuse = () => Promise.reject(new Error('no such model'));
    const embedder = () => ({ ...staticEmbedder(), embedChunks: refuse });
    const project = await open(await tempShop(), embedder);
    await project.index({});
    expect(await meaningOf(project, 'basket')).toBeUndefined();
    expect(project.status().vectors.problem).toBe('no such model');
  });

  test('are made by a slow model while questions are answered', async () => {
    const temp = await tempProject(MANY);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const embedChunks = async (job: ChunkJob) => {
      await released;
      return staticEmbedder().embedChunks(job);
    };
    const project = await openSlow(temp, () => ({ ...staticEmbedder(), embedChunks }));
    await project.index({});
    expect(await meaningOf(project, 'add')).toBeUndefined();
    expect(project.status().vectors).toMatchObject({ chunks: 0, missing: 250 });
    release();
    await project.vectors.settle();
    const quick = await open(await tempProject(MANY));
    await quick.index({});
    expect(await meaningOf(project, 'add')).toEqual(await meaningOf(quick, 'add'));
    expect(project.status().vectors).toMatchObject({ chunks: 250, missing: 0 });
  });

  test('remain in use when a slow model fails later', async () => {
    const temp = await tempProject(MANY);
    const requested: number[] = [];
    const embedChunks = (job: ChunkJob) => {
      requested.push(job.chunks.length);
      if (requested.length > 1) return Promise.reject(new Error('no more'));
      return staticEmbedder().embedChunks(job);
    };
    const project = await openSlow(temp, () => ({ ...staticEmbedder(), embedChunks }));
    await project.index({});
    await project.vectors.settle();
    await temp.write('src/part7.ts', 'export function sevenfold(b) { return b * 7; }');
    await project.index({});
    await project.vectors.settle();
    expect(requested).toEqual([250, 1]);
    expect(project.status().vectors).toMatchObject({ chunks: 249, missing: 1, problem: 'no more' });
    expect(await meaningOf(project, 'add')).toBeDefined();
  });

  test('are made from path and lines, without secrets', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const temp = await tempProject({ 'src/api.ts': `const token = '${secret}';\nsend(token);\n` });
    const texts: string[] = [];
    const embedChunks = async (job: ChunkJob) => {
      for (const chunk of job.chunks) texts.push(await job.textOf(chunk));
      return staticEmbedder().embedChunks(job);
    };
    const project = await openSlow(temp, () => ({ ...staticEmbedder(), embedChunks }));
    await project.index({});
    await project.vectors.settle();
    expect(texts).toHaveLength(1);
    expect(texts[0]).toMatch(/^src\/api\.ts\nconst token = /);
    expect(texts[0]).toContain('send(token);');
    expect(texts[0]).not.toContain(secret);
  });

  test('cost no answer when the key of the server is missing', async () => {
    const embeddingServer = {
      ...{ url: 'http://127.0.0.1:9/v1', model: 'big', dimensions: 8 },
      ...{ keyVariable: 'NO_SUCH_KEY', batch: 8, timeoutMs: 100 },
    };
    const project = await open(await tempShop({ embedding: 'remote', embeddingServer }));
    await project.index({});
    await project.vectors.settle();
    expect(project.status().vectors.problem).toContain('the environment has no NO_SUCH_KEY');
  });

  test('are not made when the configuration disables them', async () => {
    const project = await open(await tempShop({ embedding: 'none' }));
    await project.index({});
    expect(project.vectors.isIncluded).toBe(false);
    expect(await meaningOf(project, 'basket')).toBeUndefined();
  });

  test('are the same when many chunks are embedded on a thread', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 1200 }, (_, n) => [
        `src/f${n}.ts`,
        `export const value${n} = open(${n});`,
      ]),
    );
    const project = await open(await tempProject(files));
    await project.index({});
    const { data, chunkCount } = project.snapshot().text;
    const chunks = Int32Array.from({ length: chunkCount }, (_, chunk) => chunk);
    const textOf = () => Promise.resolve('');
    const job = { index: data, chunks: chunks.subarray(0, 500), textOf, signal: undefined };
    const here = await staticEmbedder().embedChunks(job);
    const there = await staticEmbedder().embedChunks({ ...job, chunks });
    expect(there.subarray(0, here.length)).toEqual(here);
  });
});
