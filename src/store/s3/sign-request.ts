/**
 * Signs requests to S3-compatible servers.
 * Source: AWS Signature Version 4, "Authenticating Requests: Using the Authorization Header" in the
 * API reference of Amazon S3. Requests have no query, and paths are encoded once, as S3 expects.
 */
import { createHash, createHmac } from 'node:crypto';

export interface Signing {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Belongs to temporary credentials. */
  readonly sessionToken: string | undefined;
  /** In ms since the epoch. A server refuses requests that are more than 15 minutes off. */
  readonly timeMs: number;
}

interface UnsignedRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';

/** Returns the headers of a request, those given and those of the signature. */
export function signedHeaders(
  { method, url, headers = {}, body = new Uint8Array() }: UnsignedRequest,
  { region, accessKeyId, secretAccessKey, sessionToken, timeMs }: Signing,
): Readonly<Record<string, string>> {
  const time = new Date(timeMs).toISOString().replace(/[-:]|\.\d+/g, '');
  const date = time.slice(0, 8);
  const own: Record<string, string> = {
    ...headers,
    'x-amz-content-sha256': sha256(body),
    'x-amz-date': time,
    ...(sessionToken === undefined ? {} : { 'x-amz-security-token': sessionToken }),
  };
  const signed = Object.entries({ ...own, host: url.host })
    .map(([name, value]) => [name.toLowerCase(), value.trim()] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const names = signed.map(([name]) => name).join(';');
  const lines = signed.map(([name, value]) => `${name}:${value}\n`).join('');
  const request = [method, url.pathname, '', lines, names, sha256(body)].join('\n');
  const scope = `${date}/${region}/s3/aws4_request`;
  const text = [ALGORITHM, time, scope, sha256(request)].join('\n');
  const key = [date, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (derived, part) => hmac(derived, part),
    `AWS4${secretAccessKey}`,
  );
  const signature = hmac(key, text).toString('hex');
  const credential = `${accessKeyId}/${scope}`;
  const authorization = `${ALGORITHM} Credential=${credential},SignedHeaders=${names},Signature=${signature}`;
  return { ...own, authorization };
}

/** Encodes a path as the signature expects it: all but unreserved characters, once. */
export function encodePath(path: string): string {
  return encodeURIComponent(path)
    .replaceAll('%2F', '/')
    .replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
