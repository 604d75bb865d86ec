import { statSync } from 'node:fs';
import { join } from 'node:path';
import { systemCode } from '../base/system-code.ts';
import { CLIENTS, type Client, type Places } from './client-table.ts';

/** The clients that have left traces on this machine. */
export function foundClients(places: Places): readonly Client[] {
  return CLIENTS.filter(({ traces }) =>
    traces.some(({ place, file }) => isThere(join(places[place], file))),
  );
}

/** Returns the permissions of a folder; undefined if there is none. Rethrows other system errors. */
export function folderMode(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mode;
}

function isThere(path: string): boolean {
  try {
    statSync(path);
    return true;
  } catch (error) {
    systemCode(error);
    return false;
  }
}

/** Folders that clients keep their settings in, by system. */
export function placesOf(request: {
  readonly home: string;
  readonly project: string;
  readonly platform: string;
  readonly environment: (name: string) => string | undefined;
}): Places {
  const { home, project, platform, environment } = request;
  const xdg = environment('XDG_CONFIG_HOME') || join(home, '.config');
  if (platform === 'win32') {
    const roaming = environment('APPDATA') || join(home, 'AppData', 'Roaming');
    return { home, project, settings: roaming, xdg, zed: join(roaming, 'Zed') };
  }
  const settings = platform === 'darwin' ? join(home, 'Library', 'Application Support') : xdg;
  return { home, project, settings, xdg, zed: join(xdg, 'zed') };
}
