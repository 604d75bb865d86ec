import { z } from 'zod';
import type { IndexRun } from '../project/project.ts';
import { plural } from './answer/display.ts';
import { projectParameter } from './input/parameters.ts';
import { defineTool } from './tool.ts';

const output = z.strictObject({
  project: z.string(),
  generation: z.int(),
  changed_anything: z.boolean(),
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
  unchanged: z.int(),
  parsed: z.int(),
  skipped: z.int(),
  notes: z.array(z.string()),
});

export const reindex = defineTool({
  name: 'reindex',
  title: 'Update index',
  description: 'Update the index now; searches also do so by themselves.',
  input: z.strictObject({
    full: z.boolean().default(false).describe('From scratch'),
    project: projectParameter,
  }),
  output,
  bounds: {},
  annotations: { readOnly: false, idempotent: true },
  async run(context, request) {
    const project = context.workspace.project(request.project);
    await project.load(context.notice);
    const run = await project.index({
      full: request.full,
      onProgress: context.onProgress,
      signal: context.signal,
      notice: context.notice,
    });
    for (const path of run.edited) context.session?.touch(project.name, path, 'edited');
    const { skipped } = project.status();
    const left =
      skipped.total === 0
        ? ''
        : `; skipped ${plural(skipped.total, 'file')} (index_status says why)`;
    return {
      structured: {
        project: project.name,
        generation: run.generation,
        changed_anything: run.changedAnything,
        added: run.added,
        changed: run.changed,
        removed: run.removed,
        unchanged: run.unchanged,
        parsed: run.parsed,
        skipped: skipped.total,
        notes: [],
      },
      text: `${runLine(project.name, run)}${left}`,
    };
  },
});

/** Summarizes an indexing run in one line. */
export function runLine(projectName: string, run: IndexRun): string {
  const seconds = `${run.seconds.toFixed(1)} s`;
  if (!run.changedAnything) {
    return `${projectName}: up to date (${plural(run.unchanged, 'file')}, ${seconds})`;
  }
  return `${projectName}: ${run.added} added, ${run.changed} changed, ${run.removed} removed, ${run.unchanged} unchanged; ${plural(run.parsed, 'file')} read in ${seconds}`;
}
