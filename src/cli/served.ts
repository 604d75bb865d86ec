import { ServedConfig } from './served-config.ts';
import { type CommonOptions, openPublished } from './session.ts';
import type { Terminal } from './terminal.ts';

/** The projects of a long-running command: those of a configuration, or published ones. */
export type Served = Pick<ServedConfig, 'config' | 'renew' | 'openWorkspace' | 'close'>;

/** @throws {GraphMemoryError} as `ServedConfig.open` and `ServedDatabase.open`. */
export function openServed(terminal: Terminal, options: CommonOptions): Promise<Served> {
  return options.database === undefined
    ? ServedConfig.open(terminal, options)
    : openPublished(terminal, options);
}
