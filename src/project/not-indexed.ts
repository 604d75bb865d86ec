import { GraphMemoryError } from '../base/errors.ts';

/** Returns the error of a question to a project that has no index. */
export function notIndexed(project: {
  readonly name: string;
  readonly isEnabled: boolean;
}): GraphMemoryError {
  return new GraphMemoryError('GM_NOT_INDEXED', `project ${project.name} is not indexed`, {
    hint: project.isEnabled
      ? 'Run reindex first.'
      : 'Its graphs.code.enabled is false in graph-memory.yaml.',
  });
}
