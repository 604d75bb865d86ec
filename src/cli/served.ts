import { ServedConfig } from './served-config.ts';
import { type CommonOptions, openPublished } from './session.ts';
import type { Terminal } from './terminal.ts';

/** The source of a long-running command's projects: a configuration or a database. */
export type Served = Pick<ServedConfig, 'config' | 'renew' | 'openWorkspace' | 'close'>;

/** @throws {GraphMemoryError} as `ServedConfig.open` and `ServedDatabase.open`. */
export function openServed(terminal: Terminal, options: CommonOptions): Promise<Served> {
  return options.database === undefined
    ? ServedConfig.open(terminal, options)
    : openPublished(terminal, options);
}
