import type { Problem } from './problem.ts';

/** Arguments of a tool are short; the longest is a question of 20,000 characters. */
const BODY_BYTES_MAX = 1024 * 1024;

/** Reads a JSON object from the body of a request. An empty body is an empty object. */
export async function readJson(
  request: Request,
): Promise<{ readonly value: Readonly<Record<string, unknown>> } | { readonly problem: Problem }> {
  const type = request.headers.get('content-type') ?? '';
  let text: string | undefined;
  try {
    text = await readBounded(request);
  } catch {
    // Reading fails only if the client closes the connection, and then nobody reads the answer.
    return refused(400, 'Bad Request', 'the request ended before its body');
  }
  if (text === undefined) {
    return refused(413, 'Content Too Large', `the body is longer than ${BODY_BYTES_MAX} bytes`);
  }
  if (text.trim() === '') return { value: {} };
  // A form of another site cannot send this type.
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    return refused(415, 'Unsupported Media Type', 'the body must be application/json');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refused(400, 'Bad Request', 'the body is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refused(400, 'Bad Request', 'the body must be a JSON object with the arguments');
  }
  return { value: value as Readonly<Record<string, unknown>> };
}

/** Returns the body as text; undefined when it is too long. */
async function readBounded(request: Request): Promise<string | undefined> {
  // Node reads no more than the stated length, and a text needs no stream.
  const length = request.headers.get('content-length');
  if (length !== null) return Number(length) > BODY_BYTES_MAX ? undefined : request.text();
  if (request.body === null) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > BODY_BYTES_MAX) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function refused(status: number, title: string, detail: string): { readonly problem: Problem } {
  return { problem: { status, title, code: 'GM_USAGE', detail } };
}
