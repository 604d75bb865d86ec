import { expect, it } from 'vitest';
import { Workspace } from '../../src/project/workspace.ts';
import { tempProject, testWriter } from './temp-project.ts';

async function workspaceOf(names: readonly string[]): Promise<Workspace> {
  const { config } = await tempProject({});
  const projects = names.map((name) => ({ ...config, name }));
  return Workspace.open({ projects }, { writer: testWriter() });
}

it('uses the only project when none is named', async () => {
  expect((await workspaceOf(['shop'])).project().name).toBe('shop');
});

it('finds a project by name', async () => {
  expect((await workspaceOf(['shop', 'bank'])).project('bank').name).toBe('bank');
});

it.each([
  ['/code/shop/src/cart', 'shop'],
  ['/code/shop', 'shop'],
  ['/code/shop/plugins/bank/src', 'bank'],
])('finds, in %s, the project %s without a name', async (folder, name) => {
  const { config } = await tempProject({});
  const projects = [
    { ...config, name: 'shop', root: '/code/shop' },
    { ...config, name: 'bank', root: '/code/shop/plugins/bank' },
  ];
  const options = { writer: testWriter(), folder };
  expect((await Workspace.open({ projects }, options)).project().name).toBe(name);
});

it.each([
  ['no name among several', undefined, 'GM_USAGE', /shop, bank/],
  ['a typo', 'shpo', 'GM_PROJECT_NOT_FOUND', /Did you mean shop\?/],
  ['an unknown name', 'zzzzzzzz', 'GM_PROJECT_NOT_FOUND', /Projects: shop, bank/],
])('refuses %s', async (_, name, code, hint) => {
  const workspace = await workspaceOf(['shop', 'bank']);
  expect(() => workspace.project(name)).toThrow(
    expect.objectContaining({ code, hint: expect.stringMatching(hint) }),
  );
});

it('adopts another configuration and keeps unchanged projects open', async () => {
  const { config } = await tempProject({});
  const project = (name: string, given = {}) => ({ ...config, name, ...given });
  const projects = [project('kept'), project('changed'), project('removed')];
  const workspace = await Workspace.open({ projects }, { writer: testWriter() });
  const [kept, changed] = workspace.projects;
  const code = { ...config.code, exclude: ['x'] };
  await workspace.adopt({
    projects: [project('added'), project('changed', { code }), project('kept')],
  });
  expect(workspace.projects.map(({ name }) => name)).toEqual(['added', 'changed', 'kept']);
  expect(workspace.project('kept')).toBe(kept);
  expect(workspace.project('changed')).not.toBe(changed);
  expect(() => workspace.project('removed')).toThrow(/no project "removed"/);
});

it('reports a project whose folder is missing until the folder exists', async () => {
  const { config } = await tempProject({});
  const [shop, bank] = [
    { ...config, name: 'shop' },
    { ...config, name: 'bank' },
  ];
  const missing = [{ name: 'bank', path: '/mnt/bank' }];
  const workspace = await Workspace.open({ projects: [shop], missing }, { writer: testWriter() });
  expect(() => workspace.project('bank')).toThrow(
    expect.objectContaining({
      code: 'GM_PROJECT_NOT_FOUND',
      message: 'project "bank" is configured, but its folder is missing: /mnt/bank',
      hint: expect.stringContaining('once the folder exists. Projects: shop.'),
    }),
  );
  expect(() => workspace.project('bnk')).toThrow(
    expect.objectContaining({ hint: 'Did you mean bank?' }),
  );
  await workspace.adopt({ projects: [shop, bank], missing: [] });
  expect(workspace.project('bank').name).toBe('bank');
});
