import { homedir, userInfo } from 'node:os';

/**
 * Returns the absolute home folder of the user. An empty HOME would otherwise resolve to the
 * current folder.
 */
export function homeDirectory(): string {
  return homedir() || userInfo().homedir;
}
