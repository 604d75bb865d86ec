/** What decides about imports is found wherever a project keeps it. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempProject } from '../project/temp-project.ts';

/** Where the imports of an indexed project lead, in order. */
async function importsOf(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const project = await (await tempProject(files)).indexed();
  const { graph, report } = project.snapshot();
  const lines: string[] = report.unresolved.samples.map(
    (sample) => `${sample.specifier} ${sample.class}`,
  );
  for (let node = 0; node < graph.nodeCount; node++) {
    for (const edge of graph.outgoing(node, ['imports'])) {
      lines.push(`${graph.node(edge.source).id} → ${graph.node(edge.target).id}`);
    }
  }
  return lines.sort();
}

const ALIAS = '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }';
const SOURCES = { 'src/a.ts': 'export {}', 'src/main.ts': "import '@/a';" };

describe('package.json', () => {
  test('is used even if .gitignore lists it, because it may be committed', async () => {
    const imports = await importsOf({
      '.gitignore': '**/package.json',
      'packages/a/package.json': '{ "name": "a", "exports": { "./v1": "./src/v1.ts" } }',
      'packages/a/src/v1.ts': 'export {}',
      'main.ts': "import 'a/v1';",
    });
    expect(imports).toEqual(['main.ts → packages/a/src/v1.ts']);
  });

  test('is not used in an ignored folder or when excluded by the configuration', async () => {
    const files = {
      'gen/a/package.json': '{ "name": "a", "main": "../../a.ts" }',
      'node_modules/b/package.json': '{ "name": "b", "main": "../../a.ts" }',
      'c/package.json': '{ "name": "c", "main": "../a.ts" }',
      'a.ts': 'export {}',
      'main.ts': "import 'a';\nimport 'b';\nimport 'c';",
      '.gitignore': 'gen/\nnode_modules',
      '.graphmemoryignore': 'c/package.json',
    };
    expect(await importsOf(files)).toEqual(['a external', 'b external', 'c external']);
  });
});

test('a config with any file name is read again when only it changed', async () => {
  const options = (folder: string) =>
    `{ "compilerOptions": { "paths": { "@/*": ["../${folder}/*"] } } }`;
  const temp = await tempProject({
    'tsconfig.json': '{ "extends": "./tools/options" }',
    'tools/options.json': options('x'),
    'x/m.ts': 'export {}',
    'y/m.ts': 'export {}',
    'main.ts': "import '@/m';",
  });
  const project = await temp.indexed();
  await temp.write('tools/options.json', options('y'));
  await project.index({ changed: ['tools/options.json'] });
  const { graph } = project.snapshot();
  const [edge] = graph.outgoing(graph.fileNode('main.ts') ?? -1, ['imports']);
  expect(graph.node(edge?.target ?? -1).path).toBe('y/m.ts');
});

describe('an extended config is read again', () => {
  const options = '{ "compilerOptions": { "paths": { "@/*": ["../src/*"] } } }';
  const base: Readonly<Record<string, string>> = {
    ...SOURCES,
    'tsconfig.json': '{ "extends": "./gen/options.json" }',
  };
  /** Where main.ts leads after a step that is told of by some paths. */
  async function afterStep(
    files: Readonly<Record<string, string>>,
    step: (root: string) => void,
    changed: readonly string[],
  ): Promise<readonly (readonly string[])[]> {
    const temp = await tempProject(files);
    const project = await temp.open();
    const targets = () => {
      const { graph } = project.snapshot();
      const edges = graph.outgoing(graph.fileNode('src/main.ts') ?? -1, ['imports']);
      return edges.map(({ target }) => graph.node(target).path);
    };
    await project.index({});
    const before = targets();
    step(temp.config.root);
    await project.index({ changed });
    return [before, targets()];
  }

  test('when its ignored folder is removed', async () => {
    const files = { ...base, '.gitignore': 'gen/', 'gen/options.json': options };
    const step = (root: string) => rmSync(join(root, 'gen'), { recursive: true });
    expect(await afterStep(files, step, ['gen'])).toEqual([['src/a.ts'], []]);
  });

  test('when it was not a readable config before', async () => {
    const files = { ...base, 'gen/options.json': '\0\0\0' };
    const step = (root: string) => writeFileSync(join(root, 'gen/options.json'), options);
    expect(await afterStep(files, step, ['gen/options.json'])).toEqual([[], ['src/a.ts']]);
  });

  test('on every scan, because it may lie in an unwatched folder', async () => {
    const files = { ...base, '.gitignore': 'gen/', 'gen/options.json': '{}' };
    const step = (root: string) => writeFileSync(join(root, 'gen/options.json'), options);
    expect(await afterStep(files, step, ['src/a.ts'])).toEqual([[], ['src/a.ts']]);
  });
});

describe('an extended config', () => {
  test.each<[string, Record<string, string>]>([
    [
      'has any name',
      {
        'tsconfig.json': '{ "extends": "./tools/options" }',
        'tools/options.json': '{ "extends": ["./strict.json"] }',
        'tools/strict.json': '{ "compilerOptions": { "paths": { "@/*": ["../src/*"] } } }',
      },
    ],
    [
      'lies in a package of the project',
      {
        'tsconfig.json': '{ "extends": "@x/options/base.json" }',
        'packages/options/package.json': '{ "name": "@x/options" }',
        'packages/options/base.json':
          '{ "compilerOptions": { "paths": { "@/*": ["../../src/*"] } } }',
      },
    ],
    [
      'was made by a framework, in a folder that is not indexed',
      {
        '.gitignore': '.svelte-kit',
        'tsconfig.json': '{ "extends": "./.svelte-kit/tsconfig.json" }',
        '.svelte-kit/tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["../src/*"] } } }',
      },
    ],
    [
      'is called private',
      {
        'tsconfig.json': '{ "extends": "./tsconfig.private.json" }',
        'tsconfig.private.json': ALIAS,
      },
    ],
  ])('is read when it %s', async (_, configs) => {
    expect(await importsOf({ ...SOURCES, ...configs })).toEqual(['src/main.ts → src/a.ts']);
  });

  test.each<[string, Record<string, string>]>([
    ['is not there', { 'tsconfig.json': '{ "extends": "./gone.json" }' }],
    [
      'is said to hold secrets',
      { 'tsconfig.json': '{ "extends": "./secret.json" }', 'secret.json': ALIAS },
    ],
    [
      'is a dependency',
      {
        'tsconfig.json': '{ "extends": "./node_modules/x/base.json" }',
        'node_modules/x/base.json': ALIAS,
      },
    ],
    ['is itself', { 'tsconfig.json': '{ "extends": "./tsconfig.json" }' }],
  ])('is left out when it %s', async (_, configs) => {
    expect(await importsOf({ ...SOURCES, ...configs })).toEqual(['@/a external']);
  });
});
