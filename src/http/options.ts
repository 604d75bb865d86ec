import type { ToolService } from '../service/tool-service.ts';
import type { Tool } from '../tools/tool.ts';
import type { Access, AccessTable } from './access.ts';
import type { EventHub } from './event-hub.ts';
import type { Metrics } from './metrics.ts';
import type { PageAsset } from './page.ts';

export interface HttpOptions {
  readonly version: string;
  readonly service: ToolService;
  /** The tools that MCP clients see listed; by default the active ones. */
  readonly tools?: readonly Tool[] | undefined;
  /** Undefined if clients need no token, which is allowed on a loopback address only. */
  readonly access: AccessTable | undefined;
  /** Names by which clients may address the server, without port. */
  readonly hostNames: readonly string[];
  readonly events: EventHub;
  readonly metrics: Metrics;
  /** Files of the web page by path. */
  readonly page: ReadonlyMap<string, PageAsset>;
  /** Returns the memory of the process in bytes. */
  readonly memoryBytes: () => number;
  /** Returns the time in ms since the epoch. */
  readonly now: () => number;
  readonly log: (line: string) => void;
}

/** The variables that the guards set for the handlers. */
export interface AppEnv {
  Variables: { access: Access; route: string };
}
