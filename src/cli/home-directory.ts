import { homedir, userInfo } from 'node:os';

/** The user's, absolute: an empty HOME would put it into whatever folder a command was started in. */
export function homeDirectory(): string {
  return homedir() || userInfo().homedir;
}
