/**
 * An S3-compatible server for tests. It keeps objects in memory, and checks signatures by code of its
 * own, from what arrives at the socket.
 */
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export const TEST_KEY = { id: 'AKIDEXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };

interface StoredObject {
  readonly bytes: Buffer;
  writtenMs: number;
}

export interface S3Server {
  readonly endpoint: string;
  /** Objects by bucket and key. */
  readonly objects: Map<string, StoredObject>;
  /** Requests that arrived: method and path. */
  readonly requests: string[];
  /** Answers a request instead of the server; returns whether it did. */
  interfere: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
}

/** Starts a server with one bucket, until the test ends. */
export async function s3Server(bucket: string): Promise<S3Server> {
  const objects = new Map<string, StoredObject>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      state.requests.push(`${request.method} ${request.url}`);
      if (state.interfere?.(request, response) === true) return;
      answer(objects, bucket, request, response, Buffer.concat(parts));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const state: S3Server = {
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    requests: [],
    interfere: undefined,
  };
  return state;
}

function answer(
  objects: Map<string, StoredObject>,
  bucket: string,
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
): void {
  const fail = (status: number, code: string) =>
    response.writeHead(status).end(`<Error><Code>${code}</Code><Message>no</Message></Error>`);
  const problem = signatureProblem(request, body);
  if (problem !== undefined) return void fail(403, problem);
  const [, named, ...rest] = decodeURIComponent(request.url ?? '').split('/');
  if (named !== bucket) return void fail(404, 'NoSuchBucket');
  const key = rest.join('/');
  if (request.method === 'PUT') {
    objects.set(key, { bytes: body, writtenMs: Date.now() });
    return void response.writeHead(200).end();
  }
  const found = objects.get(key);
  if (found === undefined) return void fail(404, 'NoSuchKey');
  const headers = {
    'content-length': found.bytes.length,
    'last-modified': new Date(found.writtenMs).toUTCString(),
  };
  response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : found.bytes);
}

function signatureProblem({ method, url, headers }: IncomingMessage, body: Buffer) {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
  const [, id, day = '', region = '', names = '', signature] =
    form.exec(headers.authorization ?? '') ?? [];
  if (id !== TEST_KEY.id) return 'InvalidAccessKeyId';
  const sha = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
  const mac = (key: string | Buffer, data: string) =>
    createHmac('sha256', key).update(data).digest();
  const payload = String(headers['x-amz-content-sha256']);
  if (payload !== sha(body)) return 'XAmzContentSHA256Mismatch';
  const time = String(headers['x-amz-date']);
  if (!names.split(';').includes('host') || !time.startsWith(day)) return 'AccessDenied';
  const lines = names.split(';').map((name) => `${name}:${String(headers[name])}`);
  const canonical = `${method}\n${url}\n\n${lines.join('\n')}\n\n${names}\n${payload}`;
  const scope = `${day}/${region}/s3/aws4_request`;
  let key: Buffer = mac(`AWS4${TEST_KEY.secret}`, day);
  for (const part of [region, 's3', 'aws4_request']) key = mac(key, part);
  const expected = mac(key, `AWS4-HMAC-SHA256\n${time}\n${scope}\n${sha(canonical)}`);
  return expected.toString('hex') === signature ? undefined : 'SignatureDoesNotMatch';
}
