import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { s3Credentials, s3Place } from '../../src/config/s3-settings.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

async function surroundings(variables: Readonly<Record<string, string>>, files = {}) {
  const homeDir = await tempFolder();
  await mkdir(join(homeDir, '.aws'));
  for (const [name, text] of Object.entries<string>(files))
    await writeFile(join(homeDir, '.aws', name), text);
  return { homeDir, environment: (name: string) => variables[name] };
}

describe('the address of a bucket', () => {
  it('names the bucket, the folder in it, the server and the region', async () => {
    const address = 's3://facts/team/a?endpoint=https://minio.example.com:9000/&region=eu-west-1';
    expect(s3Place(address, await surroundings({}))).toEqual({
      bucket: 'facts',
      prefix: 'team/a',
      endpoint: 'https://minio.example.com:9000',
      region: 'eu-west-1',
    });
  });

  it('takes what it leaves out from the environment, then from the profile', async () => {
    const config = '[default]\nregion = us-west-2\n[profile ci]\nregion = eu-north-1\n';
    const inProfile = await surroundings({ AWS_PROFILE: 'ci' }, { config });
    expect(s3Place('s3://facts', inProfile)).toEqual({
      bucket: 'facts',
      prefix: '',
      endpoint: 'https://s3.eu-north-1.amazonaws.com',
      region: 'eu-north-1',
    });
    const variables = { AWS_REGION: 'eu-west-3', AWS_ENDPOINT_URL: 'http://localhost:9000' };
    expect(s3Place('s3://facts', await surroundings(variables, { config }))).toMatchObject({
      endpoint: 'http://localhost:9000',
      region: 'eu-west-3',
    });
    expect(s3Place('s3://facts', await surroundings({}))).toMatchObject({ region: 'us-east-1' });
  });

  it.each([
    's3://',
    's3://me:secret@facts',
    's3://Facts_1/a',
    's3://facts?secret=secret',
    's3://facts?endpoint=file:///secret',
    's3://facts?endpoint=https://me:secret@host',
    's3://facts/../secret',
  ])('is refused without quoting it: %s', async (address) => {
    const place = await surroundings({});
    const refused = () => s3Place(address, place);
    expect(refused).toThrow(expect.objectContaining({ code: 'GM_USAGE' }));
    expect(refused).not.toThrow(/secret/);
  });
});

describe('the credentials of a bucket', () => {
  const credentials =
    '# keys\n[default]\naws_access_key_id=A\naws_secret_access_key = B\n\n[ci]\naws_access_key_id = C\naws_secret_access_key = D=\naws_session_token = E\n';

  it('are those of the environment', async () => {
    const own = { AWS_ACCESS_KEY_ID: 'I', AWS_SECRET_ACCESS_KEY: 'S' };
    const expected = { accessKeyId: 'I', secretAccessKey: 'S', sessionToken: undefined };
    expect(s3Credentials(await surroundings(own, { credentials }))).toEqual(expected);
  });

  it('are otherwise those of the profile', async () => {
    expect(s3Credentials(await surroundings({}, { credentials }))).toMatchObject({
      accessKeyId: 'A',
      secretAccessKey: 'B',
    });
    expect(s3Credentials(await surroundings({ AWS_PROFILE: 'ci' }, { credentials }))).toEqual({
      accessKeyId: 'C',
      secretAccessKey: 'D=',
      sessionToken: 'E',
    });
  });

  it('that do not exist are an error with a hint', async () => {
    const none = await surroundings({ AWS_PROFILE: 'other' }, { credentials });
    expect(() => s3Credentials(none)).toThrow(
      expect.objectContaining({ code: 'GM_USAGE', hint: expect.stringContaining('AWS_PROFILE') }),
    );
  });
});
