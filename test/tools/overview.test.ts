import { describe, expect, it } from 'vitest';
import { firstParagraph } from '../../src/tools/overview/purpose.ts';
import { tempProject } from '../project/temp-project.ts';
import { toolCaller } from './temp-context.ts';

const FILES = {
  'package.json': '{ "name": "shop", "description": "Sells books to people who read them." }\n',
  'README.md': '# Shop\n\n[![build](b.svg)](ci)\n\nA shop for books, written for this test.\n',
  'src/app.ts': `
import express from 'express';
import { Store } from './store';
const app = express();
app.get('/books', list);
export function list(req, res) { res.send(new Store().all()); }
`,
  'src/store.ts': `
/** Keeps all the books that the shop has. */
export class Store { all() { return []; } }
`,
  'src/report.ts': `
import { Store } from './store';
export function report() { return new Store().all().length; }
`,
  'test/store.test.ts': `
import { list } from '../src/app';
import { report } from '../src/report';
list(); report();
`,
};

const EVERYTHING = { include: ['**/*'] };

describe('overview', () => {
  it('introduces a project: purpose, folders, entry points, central symbols and questions', async () => {
    const { call } = await toolCaller({ temp: await tempProject(FILES, EVERYTHING) });
    const { structured, text } = await call('overview', {});
    expect(structured).toMatchObject({
      purpose: { text: 'Sells books to people who read them.', path: 'package.json' },
      folders: [{ path: 'src/', files: 3 }],
      entrypoints: { total_count: 1, by_type: { http: 1 }, items: [{ title: 'GET /books' }] },
      // Two files of the program use the class or its method; tests do not count.
      central: [{ id: 'src/store.ts::Store', used_in_files: 2 }],
    });
    expect(text).toContain('http GET /books → src/app.ts::list');
  });

  it('asks questions that its own tools answer', async () => {
    const { call } = await toolCaller({ temp: await tempProject(FILES, EVERYTHING) });
    const { structured } = await call('overview', {});
    const questions = structured['questions'] as { tool: string; input: object; words: string }[];
    expect(questions.map(({ tool }) => tool)).toEqual([
      'code_search',
      'code_references',
      'explain',
    ]);
    for (const { tool, input } of questions) {
      const { text } = await call(tool, input);
      expect(text).toMatch(/src\/(app|store|report)\.ts/);
    }
  });

  it('fits its budget by shortening every list', async () => {
    const { call } = await toolCaller();
    const { text } = await call('overview', { max_tokens: 400 });
    expect(text.length).toBeLessThanOrEqual(1600);
    expect(text).toContain('central symbols');
  });

  it('says what a README says where there is no manifest', async () => {
    const { 'package.json': _, ...files } = FILES;
    const { call } = await toolCaller({ temp: await tempProject(files, EVERYTHING) });
    const { structured } = await call('overview', {});
    expect(structured).toMatchObject({
      purpose: { text: 'A shop for books, written for this test.', path: 'README.md' },
    });
  });

  it.each([
    [
      '# Title\n\n<p align="center">\n  <img>\n</p>\n\nIt *does* [one thing](x) well.',
      'It does one thing well.',
    ],
    ['| a | b |\n|---|---|\n\n- a list of five short words\n\n', ''],
    [
      'Too short.\r\n\r\nBut here are enough words to say what it is.',
      'But here are enough words to say what it is.',
    ],
    ['# Title\nThe text begins below [its heading][h].', 'The text begins below its heading.'],
    [
      '[<img src="a.svg" alt="Get it on a shop">][shop] [<img src="b.svg" alt="another">][b]\n\nFive words that say it.',
      'Five words that say it.',
    ],
  ])('takes the first paragraph of prose of a README: %j', (page, paragraph) => {
    expect(firstParagraph(page)).toBe(paragraph);
  });
});
