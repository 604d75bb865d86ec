/** Where links of pages lead: the target of each link as people name it. */
import { expect, test } from 'vitest';
import { linkTarget } from '../../src/doclinks/lookup/link-target.ts';
import { toRepoPath } from '../../src/model/path.ts';
import { tempProject } from '../project/temp-project.ts';

const FILES = {
  'src/auth.ts': 'export class Auth {\n  login() {\n    return 1;\n  }\n}\nexport const x = 1;\n',
  'README.md': '# Auth\n\n## Sign in\n\n## Sign in\n\n<a name="Old-Name"></a>\n',
  'docs/README.md': '# Guide\n',
  'docs/guide/start.md': '# Start {#begin}\n\n## Ünïcode & signs!\n',
  'docs/api.mdx': '# API\n',
};

/** Of a link in docs/guide/start.md. */
async function targetOf(link: string): Promise<string> {
  const temp = await tempProject(FILES);
  const project = await temp.indexed();
  const { graph, pages } = project.snapshot();
  const from = toRepoPath('docs/guide/start.md');
  const target = linkTarget({ graph, pages: pages() }, from, link);
  switch (target.form) {
    case 'node':
      return `${graph.node(target.node).id} (${target.evidence})`;
    case 'noAnchor':
      return `no #${target.anchor} in ${target.path}`;
    case 'noFile':
      return `no ${target.path}`;
    case 'outside':
      return 'outside';
  }
}

test.each([
  ['../../README.md', 'README.md (exact)'],
  ['../../README.md#sign-in', 'README.md::Auth::Sign in (exact)'],
  ['../../README.md#sign-in-1', 'README.md::Auth::Sign in~2 (exact)'],
  ['../../README.md#user-content-sign-in', 'README.md::Auth::Sign in (exact)'],
  ['../../README.md#old-name', 'README.md::Auth::Sign in~2 (exact)'],
  ['../../README.md#sign-out', 'no #sign-out in README.md'],
  ['#begin', 'docs/guide/start.md::Start (exact)'],
  ['#start', 'docs/guide/start.md::Start (exact)'],
  ['#ünïcode--signs', 'docs/guide/start.md::Start::Ünïcode & signs! (exact)'],
  ['../../src/auth.ts', 'src/auth.ts (exact)'],
  ['../../src/auth.ts#L3', 'src/auth.ts::Auth::login (exact)'],
  ['../../src/auth.ts#L2-L6', 'src/auth.ts (exact)'],
  ['../../src/auth.ts?plain=1#L6', 'src/auth.ts::x (exact)'],
  ['/src/auth.ts', 'src/auth.ts (exact)'],
  ['../api', 'docs/api.mdx (scoped)'],
  ['../api.html', 'docs/api.mdx (scoped)'],
  ['../', 'docs/README.md (scoped)'],
  ['/guide/start#begin', 'docs/guide/start.md::Start (scoped)'],
  ['guide/start.md', 'docs/guide/start.md (scoped)'],
  ['./gone.md#x', 'no docs/guide/gone.md'],
  ['../../../elsewhere.md', 'outside'],
])('the link %s resolves correctly', async (link, expected) => {
  expect(await targetOf(link)).toBe(expected);
});
