import { onTestFinished } from 'vitest';
import type { AccessToken } from '../../src/config/access-tokens.ts';
import { AccessTable } from '../../src/http/access.ts';
import { createApp } from '../../src/http/app.ts';
import { EventHub } from '../../src/http/event-hub.ts';
import { Metrics } from '../../src/http/metrics.ts';
import type { HttpOptions } from '../../src/http/options.ts';
import { Workspace } from '../../src/project/workspace.ts';
import { ToolService } from '../../src/service/tool-service.ts';
import { tempProject, tempShop, testWriter } from '../project/temp-project.ts';

/** A token for all projects, and one for the shop only. */
export const TOKEN = 'all-projects-token-0123456789';
export const SHOP_TOKEN = 'shop-only-token-0123456789';
const TOKENS: readonly AccessToken[] = [
  { token: TOKEN, projects: undefined },
  { token: SHOP_TOKEN, projects: new Set(['shop']) },
];

export interface TestServer {
  readonly events: EventHub;
  readonly log: readonly string[];
  /** Sends a request to the app without a socket; with the token for all projects by default. */
  send(path: string, init?: RequestInit & { readonly token?: string | null }): Promise<Response>;
  /** Calls a tool. */
  call(name: string, input: unknown, token?: string): Promise<Response>;
}

/** The HTTP interface of two projects: the shop, and `vault` with one secret file. */
export async function testServer(given: Partial<HttpOptions> = {}): Promise<TestServer> {
  const shop = await tempShop();
  const vault = await tempProject({ 'src/vault.ts': 'export function openVault() {}\n' });
  const projects = [shop.config, { ...vault.config, name: 'vault' }];
  const workspace = await Workspace.open({ projects }, { writer: testWriter() });
  onTestFinished(() => workspace.close());
  const log: string[] = [];
  const service = new ToolService({
    openWorkspace: async () => workspace,
    refresh: true,
    deadlineMs: 30_000,
    signal: new AbortController().signal,
    log: (line) => log.push(line),
  });
  const events = new EventHub();
  const app = createApp({
    version: '1.2.3',
    service,
    access: new AccessTable(TOKENS),
    hostNames: [],
    events,
    metrics: new Metrics(),
    page: new Map([
      ['/index.html', { bytes: Buffer.from('<!doctype html>'), type: 'text/html; charset=utf-8' }],
    ]),
    memoryBytes: () => 1000,
    now: () => Date.now(),
    log: (line) => log.push(line),
    ...given,
  });
  const send: TestServer['send'] = async (path, { token = TOKEN, ...init } = {}) => {
    const headers = new Headers(init.headers);
    if (!headers.has('host')) headers.set('host', 'localhost:7421');
    if (token !== null) headers.set('authorization', `Bearer ${token}`);
    return app.fetch(new Request(`http://localhost:7421${path}`, { ...init, headers }));
  };
  const call: TestServer['call'] = (name, input, token = TOKEN) =>
    send(`/api/tools/${name}`, {
      method: 'POST',
      token,
      headers: { 'content-type': 'application/json' },
      body: typeof input === 'string' ? input : JSON.stringify(input),
    });
  return { events, log, send, call };
}
