// Asks code_search as a client would, and reads its answer. Shared by sets.mjs and budgets.mjs.
import { load } from './corpus.mjs';

const { callTool, TOOLS } = await load('index.js');
const codeSearch = TOOLS.find(({ name }) => name === 'code_search');

/** A workspace of one project that is already indexed. */
function workspaceOf(project) {
  const projects = [project];
  return {
    projects,
    missing: [],
    project: () => project,
    projectsOf: () => projects,
    chosenFor: async () => undefined,
  };
}

export function contextOf(project, channel) {
  return {
    workspace: workspaceOf(project),
    refresh: false,
    channel,
    session: undefined,
    signal: undefined,
    onProgress: undefined,
    notice: (line) => console.error(line),
  };
}

/** The structured answer, with `ms`, the time it took. */
export async function ask(project, request, channel = 'data') {
  const context = contextOf(project, channel);
  const started = performance.now();
  const { structured, text } = await callTool(context, codeSearch, request);
  return { ...structured, text, ms: performance.now() - started };
}
