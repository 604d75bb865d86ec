/**
 * Type-checks and runs the programs of docs/api.md, and holds the page against what they print.
 * `npm run golden` writes the output into the page.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { environment, makeSandbox, repository, type Sandbox } from '../e2e/program.ts';

const PAGE = join(repository, 'docs/api.md');
const PROGRAM = /^```ts\n([\s\S]*?)^```\n(?:\n```text\n[\s\S]*?^```\n)?/gm;
const page = readFileSync(PAGE, 'utf8');
const programs = [...page.matchAll(PROGRAM)].map((match) => match[1] ?? '');

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await makeSandbox();
  const packages = join(sandbox.folder, 'node_modules');
  await mkdir(packages);
  await symlink(repository, join(packages, 'graph-memory'), 'junction');
  for (const name of ['@types', 'graphology-metrics', 'graphology-traversal', 'graphology-types']) {
    await symlink(join(repository, 'node_modules', name), join(packages, name), 'junction');
  }
  await Promise.all(programs.map((text, index) => writeFile(sourceOf(index), text)));
});
afterAll(() => sandbox.remove());

function sourceOf(index: number): string {
  return join(sandbox.folder, `program-${index}.mts`);
}

async function outputOf(index: number): Promise<string> {
  const { outputText } = ts.transpileModule(programs[index] ?? '', {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  const path = join(sandbox.folder, `program-${index}.mjs`);
  await writeFile(path, outputText);
  const { stdout } = await promisify(execFile)(process.execPath, [path], {
    cwd: sandbox.project,
    env: environment(sandbox.home),
  });
  return stdout;
}

describe('docs/api.md', () => {
  it('has programs that type-check against the sources of the package', () => {
    const options: ts.CompilerOptions = {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.NodeNext,
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      types: ['node'],
      typeRoots: [join(repository, 'node_modules/@types')],
      paths: { 'graph-memory': [join(repository, 'src/index.ts')] },
    };
    const paths = programs.map((_, index) => sourceOf(index));
    const program = ts.createProgram(paths, options);
    // Not those of the package itself, which `npm run types` checks.
    const problems = paths.flatMap((path) => {
      const source = program.getSourceFile(path);
      return [
        ...program.getSyntacticDiagnostics(source),
        ...program.getSemanticDiagnostics(source),
      ];
    });
    expect(problems.map(({ file, messageText }) => [file?.fileName, messageText])).toEqual([]);
  });

  it('shows what its programs print', async () => {
    let rebuilt = '';
    let end = 0;
    for (const [index, { 0: block, index: start }] of [...page.matchAll(PROGRAM)].entries()) {
      const output = await outputOf(index);
      rebuilt += `${page.slice(end, start)}\`\`\`ts\n${programs[index]}\`\`\`\n`;
      rebuilt += `\n\`\`\`text\n${output}\`\`\`\n`;
      end = start + block.length;
    }
    await expect(rebuilt + page.slice(end)).toMatchFileSnapshot(PAGE);
  });

  it('lists every export of the package, and no other', async () => {
    const source = readFileSync(join(repository, 'src/index.ts'), 'utf8');
    const exported = [...source.matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(([, names]) =>
      (names ?? '').split(',').map((name) => name.trim().replace(/^type /, '')),
    );
    const table = page.split('## Exports')[1] ?? '';
    const listed = [...table.matchAll(/^\| ([^|]*) \|/gm)].flatMap(([, cell]) =>
      [...(cell ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name),
    );
    expect(listed.sort()).toEqual(exported.filter((name) => name !== '').sort());
  });
});
