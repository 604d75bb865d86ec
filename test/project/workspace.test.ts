import { expect, it } from 'vitest';
import { Workspace } from '../../src/project/workspace.ts';
import { tempProject, testWriter } from './temp-project.ts';

async function workspaceOf(names: readonly string[]): Promise<Workspace> {
  const { config } = await tempProject({});
  const projects = names.map((name) => ({ ...config, name }));
  return Workspace.open({ path: undefined, projects }, { writer: testWriter() });
}

it('the only project needs no name', async () => {
  expect((await workspaceOf(['shop'])).project().name).toBe('shop');
});

it('finds a project by name', async () => {
  expect((await workspaceOf(['shop', 'bank'])).project('bank').name).toBe('bank');
});

it.each([
  ['/code/shop/src/cart', 'shop'],
  ['/code/shop', 'shop'],
  ['/code/shop/plugins/bank/src', 'bank'],
])('in %s the project %s needs no name', async (folder, name) => {
  const { config } = await tempProject({});
  const projects = [
    { ...config, name: 'shop', root: '/code/shop' },
    { ...config, name: 'bank', root: '/code/shop/plugins/bank' },
  ];
  const options = { writer: testWriter(), folder };
  expect((await Workspace.open({ path: undefined, projects }, options)).project().name).toBe(name);
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
