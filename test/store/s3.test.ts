/** Shared blobs in a bucket: signatures, what is read and written, and what a failing server costs. */
import { describe, expect, it } from 'vitest';
import { S3Blobs } from '../../src/store/s3/s3-blobs.ts';
import { encodePath, signedHeaders } from '../../src/store/s3/sign-request.ts';
import { openBlob, sealBlob } from '../../src/store/shared-blobs.ts';
import { type S3Server, s3Server, TEST_KEY } from './s3-server.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

function blobsOf({ endpoint }: S3Server, bucket = 'facts', secret = TEST_KEY.secret): S3Blobs {
  const signing = () => ({
    region: 'eu-central-1',
    accessKeyId: TEST_KEY.id,
    secretAccessKey: secret,
    sessionToken: 'a session',
    timeMs: Date.now(),
  });
  return new S3Blobs({ bucket, prefix: "team's files/ä", endpoint }, signing);
}

describe('a signature', () => {
  const signing = {
    region: 'us-east-1',
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    sessionToken: undefined,
    timeMs: Date.UTC(2013, 4, 24),
  };

  // "Examples: Signature Calculations" of the API reference of Amazon S3.
  it('of a download equals the published example', () => {
    const url = new URL('https://examplebucket.s3.amazonaws.com/test.txt');
    const headers = { Range: 'bytes=0-9' };
    expect(signedHeaders({ method: 'GET', url, headers }, signing)).toMatchObject({
      'x-amz-date': '20130524T000000Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    });
  });

  it('of an upload equals the published example', () => {
    const url = new URL(`https://examplebucket.s3.amazonaws.com/${encodePath('test$file.text')}`);
    const headers = {
      Date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    };
    const body = Buffer.from('Welcome to Amazon S3.');
    expect(signedHeaders({ method: 'PUT', url, headers, body }, signing)).toMatchObject({
      'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      authorization: expect.stringContaining(
        'Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
      ),
    });
  });
});

describe('a bucket', () => {
  it('gives back what was written, whole, and says what it has', async () => {
    const server = await s3Server('facts');
    const blobs = blobsOf(server);
    const keys = Array.from({ length: 100 }, (_, number) => `ab${number}`);
    await blobs.write(new Map(keys.map((key) => [key, sealBlob(key, Buffer.from(`${key}\0`))])));
    expect(await blobs.known([...keys, 'none'])).toEqual(new Set(keys));
    const read = await blobs.read([...keys, 'none']);
    expect(read.size).toBe(100);
    expect(Buffer.from(openBlob('ab7', read.get('ab7')) ?? []).toString()).toBe('ab7\0');
    expect(server.objects.has("team's files/ä/ab/ab7")).toBe(true);
  });

  it('counts blobs as missing that a rule of the bucket may soon remove', async () => {
    const server = await s3Server('facts');
    const blobs = blobsOf(server);
    await blobs.write(new Map(['old', 'new'].map((key) => [key, sealBlob(key, Buffer.of(1))])));
    for (const [key, object] of server.objects)
      if (key.endsWith('old')) object.writtenMs -= 15 * DAY_MS;
    expect(await blobs.known(['old', 'new'])).toEqual(new Set(['new']));
    expect((await blobs.read(['old'])).size).toBe(1);
  });

  it('is asked again when the server is busy or the connection is cut', async () => {
    const server = await s3Server('facts');
    const blobs = blobsOf(server);
    await blobs.write(new Map([['a', sealBlob('a', Buffer.of(1))]]));
    let count = 0;
    server.interfere = (request, response) => {
      count++;
      if (count === 1) response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
      if (count === 3) request.socket.destroy();
      return count % 2 === 1;
    };
    expect((await blobs.read(['a'])).size).toBe(1);
    expect((await blobs.read(['a'])).size).toBe(1);
    expect(count).toBe(4);
  });

  it('follows no redirect, because the signature is for one server', async () => {
    const server = await s3Server('facts');
    server.interfere = (_, response) => {
      response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end();
      return true;
    };
    await expect(blobsOf(server).read(['a'])).rejects.toMatchObject({
      code: 'GM_IO',
      message: expect.stringContaining('status 307'),
    });
  });

  it.each([
    ['a wrong secret', 'facts', 'wrong', 'refuses this: SignatureDoesNotMatch'],
    ['an unknown bucket', 'other', TEST_KEY.secret, 'answers with an error: NoSuchBucket'],
  ])('gives an error with a hint for %s', async (_, bucket, secret, message) => {
    const server = await s3Server('facts');
    await expect(blobsOf(server, bucket, secret).read(['a'])).rejects.toMatchObject({
      code: 'GM_IO',
      message: `s3://${bucket}/team's files/ä at ${server.endpoint} ${message}`,
      hint: expect.stringContaining('Check the'),
    });
  });

  it('that cannot be reached gives an error without the credentials', async () => {
    const server = { ...(await s3Server('facts')), endpoint: 'http://127.0.0.1:1' };
    const failure = await blobsOf(server)
      .read(['a'])
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'GM_IO', message: expect.stringContaining('cannot be') });
    expect(JSON.stringify(failure) + String(failure)).not.toContain(TEST_KEY.secret);
  });
});
