import { beforeEach, describe, expect, it } from 'vitest';
import type { Project } from '../../src/project/project.ts';
import { type TempProject, tempProject } from '../project/temp-project.ts';

const FILES = {
  'app.js':
    "import express from 'express';\nimport { PATHS } from './paths.js';\nconst app = express();\napp.get(PATHS.users, list);\nfunction list() {}\n",
  'paths.js': "export const PATHS = { users: '/users' };\n",
  'other.js': 'export function other() { return 1; }\n',
};

function routesOf(project: Project): readonly string[] {
  return project.snapshot().entryPoints.map(({ route }) => route);
}

describe('entry points after a change', () => {
  let temp: TempProject;
  let project: Project;
  const change = async (path: string, text: string): Promise<void> => {
    await temp.write(path, text);
    await project.index({});
  };

  beforeEach(async () => {
    temp = await tempProject(FILES);
    project = await temp.open();
    await project.index({});
    // The first update finds out which files they are derived from.
    await change('other.js', 'export function other() { return 2; }\n');
  });

  it('are the same list if no file changed that they are derived from', async () => {
    const before = project.snapshot().entryPoints;
    await change('other.js', 'export function other() { return 3; }\nexport class Other {}\n');
    expect(routesOf(project)).toEqual(['/users']);
    expect(project.snapshot().entryPoints).toBe(before);
  });

  it('are the same list if the changed file only loops over values of its own', async () => {
    const loop = (to: string) =>
      `export const KEYS = { a: 1 };\nexport const up = (text) => text.split(' ').map((word) => word.${to}());\n`;
    await change('other.js', loop('trim'));
    const before = project.snapshot().entryPoints;
    await change('other.js', loop('toUpperCase'));
    expect(project.snapshot().entryPoints).toBe(before);
  });

  it('follow a path in a file that registers nothing itself', async () => {
    await change('paths.js', "export const PATHS = { users: '/people' };\n");
    expect(routesOf(project)).toEqual(['/people']);
  });

  it('include those of a file that begins to register', async () => {
    await change('other.js', "import express from 'express';\nexpress().get('/other', () => 1);\n");
    expect(routesOf(project)).toEqual(['/other', '/users']);
  });

  it('include those of a file that other files now import', async () => {
    await change('paths.js', "export { PATHS } from './other.js';\n");
    await change('other.js', "export const PATHS = { users: '/moved' };\n");
    expect(routesOf(project)).toEqual(['/moved']);
  });
});
