import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Context } from 'hono';
import { mcpFactory, PROJECTS_KEY } from '../mcp/server.ts';
import { outgoingMessage } from '../tools/answer/outgoing.ts';
import type { AppEnv, HttpOptions } from './options.ts';

/** As over stdio. */
const BODY_BYTES_MAX = 10 * 1024 * 1024;

/** Returns the handler of MCP over Streamable HTTP, for clients of both protocol eras. */
export function mcpEndpoint(options: HttpOptions): (c: Context<AppEnv>) => Promise<Response> {
  const onerror = (error: Error) => options.log(`protocol: ${outgoingMessage(error.message)}`);
  const handler = createMcpHandler(mcpFactory(options), {
    maxRequestBodySize: BODY_BYTES_MAX,
    onerror,
  });
  return (c) => {
    const extra = { [PROJECTS_KEY]: c.get('access').projects };
    // The SDK only hands these on; the token itself is needed no more.
    const authInfo = { token: '', clientId: 'graph-memory', scopes: [], extra };
    return handler.fetch(c.req.raw, { authInfo });
  };
}
