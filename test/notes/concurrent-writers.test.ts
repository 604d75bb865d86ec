import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { NOTES_FOLDER } from '../../src/model/note.ts';
import { withFields } from '../../src/notes/note-text.ts';
import { NotesFolder } from '../../src/project/notes-folder.ts';
import { tempProject, testWriter } from '../project/temp-project.ts';

const NOTES = 10;

it('loses no note and no change when several processes write and one indexes', async () => {
  const temp = await tempProject({ 'a.ts': 'export const a = 1;\n' });
  const { root } = temp.config;
  const writers = [1, 2].map(
    (pid) => new NotesFolder(root, NOTES_FOLDER, testWriter({ pid, isAlive: () => true, pause })),
  );
  let isWriting = true;
  const project = await temp.open();
  const indexing = (async () => {
    while (isWriting) await project.index({});
  })();
  const count = (text = '') => {
    const before = Number(/count (\d+)/.exec(text)?.[1] ?? 0);
    return withFields(text, { id: 'counter' }, `count ${before + 1}`);
  };
  await Promise.all(
    writers.map(async (folder, writer) => {
      for (let index = 0; index < NOTES; index++) {
        const id = `w${writer}-${index}`;
        await folder.write(id, () => withFields('', { id }, 'Whole.'));
        await folder.write('counter', count);
      }
    }),
  );
  isWriting = false;
  await indexing;
  const files = await readdir(join(root, '.graph-memory/notes'));
  expect(files).toHaveLength(2 * NOTES + 1);
  expect(await temp.read('.graph-memory/notes/counter.md')).toContain(`count ${2 * NOTES}`);
  for (const name of files.filter((one) => one.startsWith('w')))
    expect(await temp.read(`.graph-memory/notes/${name}`)).toMatch(/^---\n[\s\S]*\n\nWhole\.\n$/);
  await project.index({});
  expect(project.snapshot().report.diagnostics).toEqual([]);
});
