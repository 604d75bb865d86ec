/** A hub of our own: it has one model, `tiny/bert`. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { TINY_BERT } from './tiny-bert.ts';

const BASE = '/tiny/bert/resolve/main/';

export interface HubServer {
  readonly url: string;
  /** Paths of the model that were asked for, and given. */
  readonly given: string[];
  /** Answers with this status from now on; 200 is as usual. */
  status: number;
}

export async function hubServer(): Promise<HubServer> {
  const given: string[] = [];
  const http = createServer((request, response) => {
    const path = (request.url ?? '').startsWith(BASE) ? (request.url ?? '').slice(BASE.length) : '';
    const content = fileOf(path);
    if (server.status !== 200 || content === undefined) {
      response.writeHead(server.status === 200 ? 404 : server.status).end();
      return;
    }
    given.push(path);
    response.writeHead(200, { 'content-length': content.length }).end(content);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void http.close());
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const server: HubServer = { url, given, status: 200 };
  return server;
}

function fileOf(path: string): Buffer | undefined {
  try {
    return readFileSync(join(TINY_BERT, path));
  } catch {
    return undefined;
  }
}
