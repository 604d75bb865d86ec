import { join } from 'node:path';

/** Where the program keeps what is its own: indexes, models, and itself, compiled. */
export function homeFolder(homeDir: string): string {
  return join(homeDir, '.graph-memory');
}
