import { resolve } from 'node:path';
import type { ResolvedConfig } from '../config/load.ts';
import { isRemote } from '../config/shared-facts.ts';
import { openShared } from '../database/shared/open-shared.ts';
import type { WorkspaceOptions } from '../project/workspace.ts';
import type { Terminal } from './terminal.ts';

/** The user's own place of shared facts, which needs no consent. */
const VARIABLE = 'GRAPH_MEMORY_SHARED_FACTS';

/** Opens the shared facts that the user's environment names, or else the configuration. */
export function sharedFacts(
  { env, cwd, writer, homeDir, now }: Terminal,
  { sharedFacts: configured }: ResolvedConfig,
): WorkspaceOptions['shared'] {
  const own = env[VARIABLE];
  const isOwn = own !== undefined && own !== '';
  const place = isOwn && !isRemote(own) ? resolve(cwd, own) : isOwn ? own : configured;
  if (place === undefined) return undefined;
  return openShared(place, { environment: (name) => env[name], homeDir, writer, now });
}
