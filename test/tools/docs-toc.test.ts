/** A table of contents says each thing once: ids are put together from the entries around. */
import { expect, it } from 'vitest';
import { tempProject } from '../project/temp-project.ts';
import { toolCaller } from './temp-context.ts';

const LONG = 'x'.repeat(200);
const PAGES = {
  'a.ts': 'export const a = 1;\n',
  'docs/titled.md': '# Titled\n\n## One\n\n### Inside\n\n## One\n\n### Inside\n',
  'docs/two.md': '# First\n\n## One\n\n# Second\n\n## One\n',
  'docs/same.md': '# Same\n\n## One\n\n# Same\n\n## One\n',
  'docs/given.md': '---\ntitle: Given\n---\n\n# Other\n\n## One\n',
  'docs/plain.md': 'Words.\n',
  'docs/long.md': `# Long\n\n## ${LONG}\n\n### Inside\n`,
};

interface Entry {
  readonly symbol?: string;
  readonly title?: string;
  readonly path?: string;
  readonly depth?: number;
}

it('docs_get_toc returns entries from which every id can be derived', async () => {
  const temp = await tempProject(PAGES, { include: ['**/*'] });
  const { call, indexed } = await toolCaller({ temp });
  const { structured } = await call('docs_get_toc', {});
  const around: string[] = [];
  const ids = (structured['symbols'] as readonly Entry[]).map((entry) => {
    const { symbol, title, path, depth = 0 } = entry;
    around[depth] = symbol ?? path ?? `${around[depth - 1]}::${title}`;
    return around[depth];
  });
  const { graph, pages } = (await indexed()).snapshot;
  const known = [...pages().keys()].flatMap((path) => [
    path as string,
    ...graph.symbolsOf(path).map((node) => graph.node(node).id as string),
  ]);
  expect(known).toEqual(expect.arrayContaining(ids));
  expect(ids).toMatchInlineSnapshot(`
    [
      "docs/given.md",
      "docs/given.md::Other",
      "docs/given.md::Other::One",
      "docs/long.md::Long",
      "docs/long.md::Long::xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
      "docs/long.md::Long::xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx::Inside",
      "docs/plain.md",
      "docs/same.md::Same",
      "docs/same.md::Same::One",
      "docs/same.md::Same~2::One",
      "docs/titled.md::Titled",
      "docs/titled.md::Titled::One",
      "docs/titled.md::Titled::One::Inside",
      "docs/titled.md::Titled::One~2",
      "docs/titled.md::Titled::One~2::Inside",
      "docs/two.md::First",
      "docs/two.md::First::One",
      "docs/two.md::Second",
      "docs/two.md::Second::One",
    ]
  `);
});
