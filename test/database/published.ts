/** Publishing and reading in tests, with the real thing on both sides. */
import { onTestFinished } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { localState } from '../../src/database/publish/local-state.ts';
import { type Publication, publish } from '../../src/database/publish/publish.ts';
import { PublishedProjects } from '../../src/database/reader/published-projects.ts';
import type { Project } from '../../src/project/project.ts';
import { Workspace } from '../../src/project/workspace.ts';
import { callTool } from '../../src/tools/call.ts';
import { findTool } from '../../src/tools/registry.ts';
import { type TempProject, testWriter } from '../project/temp-project.ts';

/** Indexes a project and publishes it. */
export async function publishProject(
  database: Database,
  files: TempProject,
  name = files.config.name,
): Promise<Publication> {
  const project = await files.indexed();
  const state = await localState(project, files.config, testWriter());
  return publish(database, { ...state, name });
}

/** Opens all published projects. */
export async function publishedWorkspace(database: Database) {
  const projects = await PublishedProjects.open(database, () => Date.now());
  const workspace = await Workspace.open(
    { projects: projects.configs },
    {
      writer: testWriter(),
      publishedOf: (config) => projects.publishedOf(config),
      chooseProjects: (question, names) => projects.choose(question, names),
      usesElsewhere: (project, symbol) => projects.usesElsewhere(project, symbol),
    },
  );
  onTestFinished(() => workspace.close());
  return { projects, workspace };
}

/** Opens a project on disk as a workspace. */
export async function localWorkspace(files: TempProject): Promise<Workspace> {
  const workspace = await Workspace.open({ projects: [files.config] }, { writer: testWriter() });
  onTestFinished(() => workspace.close());
  return workspace;
}

/** Calls a tool and returns its structured answer. */
export async function ask(workspace: Workspace, name: string, input: object) {
  const tool = findTool(name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  const context = {
    workspace,
    refresh: true,
    channel: 'data' as const,
    session: undefined,
    signal: undefined,
    onProgress: undefined,
    notice: () => undefined,
  };
  return (await callTool(context, tool, input)).structured;
}

/** Returns every edge of a project, by the ids of its ends. */
export function edgesOf(project: Project): readonly string[] {
  const { graph } = project.snapshot();
  return Array.from({ length: graph.edgeCount }, (_, index) => {
    const { source, target, kind, evidence, lines } = graph.edge(index);
    return [graph.node(source).id, kind, graph.node(target).id, evidence, ...lines].join(' ');
  });
}
