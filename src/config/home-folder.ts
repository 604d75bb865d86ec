import { join } from 'node:path';

/** Returns the folder of the program's own data: indexes, models, and its compiled code. */
export function homeFolder(homeDir: string): string {
  return join(homeDir, '.graph-memory');
}
