import { z } from 'zod';
import type { ProjectStatus } from '../project/project.ts';
import { type MissingProject, missingText } from '../project/workspace.ts';
import { countsOf, countsShape } from './answer/counts.ts';
import { plural } from './answer/display.ts';
import { defineTool } from './tool.ts';

const projectSchema = z.strictObject({
  name: z.string(),
  root: z.string(),
  indexed: z.boolean(),
  generation: z.int(),
  files: z.int(),
  symbols: z.int(),
  languages: z.record(z.string(), z.int()),
});

export const listProjects = defineTool({
  name: 'list_projects',
  title: 'List projects',
  description: 'Available projects, with sizes and languages.',
  input: z.strictObject({}),
  output: z.strictObject({
    projects: z.array(projectSchema),
    ...countsShape,
    notes: z.array(z.string()),
  }),
  bounds: {},
  annotations: { readOnly: true, idempotent: true },
  async run(context) {
    const projects: z.infer<typeof projectSchema>[] = [];
    const lines: string[] = [];
    const missingProjects: MissingProject[] = [...context.workspace.missing];
    for (const project of context.workspace.projects) {
      await project.load(context.notice);
      const { name, root, indexed, generation, files, symbols, languages } = project.status();
      if (!project.isRootThere()) missingProjects.push({ name, path: root });
      projects.push({
        name,
        root,
        indexed,
        generation,
        files,
        symbols,
        languages: { ...languages },
      });
      lines.push(projectLine(project.status(), project.isEnabled));
    }
    const notes = missingProjects.map(
      (one) => `${missingText(one)}; it is indexed once that exists`,
    );
    return {
      structured: { projects, ...countsOf(projects.length, projects.length), notes },
      text: `${plural(projects.length, 'project')}:\n${lines.join('\n')}`,
    };
  },
});

function projectLine(status: ProjectStatus, isEnabled: boolean): string {
  const { name, root, languages } = status;
  if (!isEnabled) return `  ${name} (${root}): not indexed, graphs.code.enabled is false`;
  if (!status.indexed) {
    return `  ${name} (${root}): not indexed yet; the first query builds the index`;
  }
  const byLanguage = Object.entries(languages).map(([id, count]) => `${id} ${count}`);
  return `  ${name} (${root}): ${plural(status.files, 'file')}, ${plural(status.symbols, 'symbol')} (${byLanguage.join(', ')})`;
}
