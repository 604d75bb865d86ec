/**
 * Where a bucket is, and with which credentials it is read. The address may come from a repository,
 * the credentials never do: they are those that the user's other S3 programs use.
 */
import { join } from 'node:path';
import { GraphMemoryError } from '../base/errors.ts';
import { readRegularFile } from '../base/regular-file.ts';
import { systemCode } from '../base/system-code.ts';

interface S3Place {
  readonly bucket: string;
  /** Path in front of every key, without slashes around it; may be empty. */
  readonly prefix: string;
  /** Address of the server, without a slash at its end. */
  readonly endpoint: string;
  readonly region: string;
}

interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | undefined;
}

/** Settings of the user outside of any project. */
export interface S3Surroundings {
  readonly environment: (name: string) => string | undefined;
  readonly homeDir: string;
}

const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]+)(\/[^?#]*)?(?:\?([^#]*))?$/;
const REGION_DEFAULT = 'us-east-1';
/** A file of profiles that is larger is another file. */
const BYTES_MAX = 1024 * 1024;

/**
 * Resolves `s3://bucket/prefix?endpoint=https://host&region=name`. What the address leaves out comes
 * from the environment, then from the user's profile.
 * @throws {GraphMemoryError} GM_USAGE for another form.
 */
export function s3Place(address: string, surroundings: S3Surroundings): S3Place {
  const [whole, bucket = '', path = '', query = ''] = ADDRESS.exec(address) ?? [];
  const named = new URLSearchParams(query);
  const isKnown = [...named.keys()].every((key) => /^(?:endpoint|region)$/.test(key));
  const prefix = path.replace(/^\/+|\/+$/g, '');
  // A URL resolves such parts, so that the path would lead elsewhere.
  const isRelative = prefix.split('/').some((part) => part === '.' || part === '..');
  if (whole === undefined || !isKnown || isRelative)
    throw invalid('the address of the bucket is invalid');
  const setting = (...names: readonly string[]) =>
    names.map(surroundings.environment).find((value) => value !== undefined && value !== '');
  const region =
    named.get('region') ??
    setting('AWS_REGION', 'AWS_DEFAULT_REGION') ??
    profile(surroundings).get('region') ??
    REGION_DEFAULT;
  const endpoint =
    named.get('endpoint') ??
    setting('AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL') ??
    `https://s3.${region}.amazonaws.com`;
  if (!isServer(endpoint)) throw invalid('the endpoint of the bucket is invalid');
  return { bucket, prefix, region, endpoint: endpoint.replace(/\/+$/, '') };
}

function isServer(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, username, search, hash } = new URL(endpoint);
  return /^https?:$/.test(protocol) && `${username}${search}${hash}` === '';
}

function invalid(what: string): GraphMemoryError {
  return new GraphMemoryError('GM_USAGE', what, {
    hint: 'Write it as s3://bucket/prefix?endpoint=https://host&region=name. Endpoint and region may be left out. Credentials come from the environment or the profile.',
  });
}

/**
 * Returns the credentials of the environment, or else of the profile.
 * @throws {GraphMemoryError} GM_USAGE if neither has any.
 */
export function s3Credentials(surroundings: S3Surroundings): S3Credentials {
  const { environment } = surroundings;
  const own = credentialsOf((name) => environment(name.toUpperCase()));
  const found = own ?? credentialsOf((name) => profile(surroundings).get(name));
  if (found !== undefined) return found;
  throw new GraphMemoryError('GM_USAGE', 'there are no credentials for the bucket', {
    hint: 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE to a profile that has both.',
  });
}

function credentialsOf(setting: (name: string) => string | undefined): S3Credentials | undefined {
  const accessKeyId = setting('aws_access_key_id')?.trim() ?? '';
  const secretAccessKey = setting('aws_secret_access_key')?.trim() ?? '';
  if (accessKeyId === '' || secretAccessKey === '') return undefined;
  const token = setting('aws_session_token')?.trim() ?? '';
  return { accessKeyId, secretAccessKey, sessionToken: token === '' ? undefined : token };
}

/** Returns the settings of the user's profile from both files of profiles. */
function profile({ environment, homeDir }: S3Surroundings): ReadonlyMap<string, string> {
  const name = environment('AWS_PROFILE') ?? 'default';
  const config = environment('AWS_CONFIG_FILE') ?? join(homeDir, '.aws', 'config');
  const credentials =
    environment('AWS_SHARED_CREDENTIALS_FILE') ?? join(homeDir, '.aws', 'credentials');
  return new Map([
    ...settingsIn(config, name === 'default' ? name : `profile ${name}`),
    ...settingsIn(credentials, name),
  ]);
}

/** Returns the settings of one section of a file; none if there is no such file. */
function settingsIn(path: string, section: string): readonly (readonly [string, string])[] {
  let current = '';
  return textOf(path)
    .split('\n')
    .flatMap((line) => {
      const heading = /^\s*\[\s*([^\]]*?)\s*\]/.exec(line)?.[1];
      current = heading ?? current;
      const [, name, value] = /^\s*(\w+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
      return current === section && name !== undefined ? [[name, value ?? ''] as const] : [];
    });
}

function textOf(path: string): string {
  try {
    const found = readRegularFile(path, { bytesMax: BYTES_MAX });
    return 'bytes' in found ? found.bytes.toString('utf8') : '';
  } catch (error) {
    systemCode(error);
    return '';
  }
}
