/** Addresses of databases, and how they are shown: never with a password. */
import { GraphMemoryError } from '../base/errors.ts';

/** The variable that holds the address if none is named. */
export const DATABASE_VARIABLE = 'GRAPH_MEMORY_DATABASE';

const MASK = '***';

/** An address that can be connected to, and the same without its password. */
export interface DatabaseAddress {
  readonly url: string;
  readonly shown: string;
}

/**
 * Resolves `postgres://…` or the name of an environment variable as `$NAME`.
 * @throws {GraphMemoryError} GM_USAGE, without quoting what could hold a password.
 */
export function databaseAddress(
  value: string,
  environment: (name: string) => string | undefined,
): DatabaseAddress {
  const variable = /^\$(\w+)$/.exec(value)?.[1];
  const url = variable === undefined ? value : environment(variable);
  if (url === undefined || url === '')
    throw new GraphMemoryError('GM_USAGE', `the environment has no ${value}`, {
      hint: `Set ${variable} to the address of the database: postgres://user@host/name`,
    });
  const parsed = parse(url);
  if (parsed === undefined)
    throw new GraphMemoryError('GM_USAGE', 'the address of the database is invalid', {
      hint: 'It begins with postgres://, for example postgres://user@host:5432/name. Encode special characters of a password as %XX.',
    });
  return { url, shown: shownAddress(parsed) };
}

function parse(url: string): URL | undefined {
  if (!/^postgres(?:ql)?:\/\//.test(url) || !URL.canParse(url)) return undefined;
  return new URL(url);
}

/** Returns the address with its passwords masked. Other settings may hold secrets too and go. */
function shownAddress(url: URL): string {
  const user = url.username === '' ? '' : url.username + (url.password === '' ? '' : `:${MASK}`);
  const host = url.host === '' ? (url.searchParams.get('host') ?? '') : url.host;
  return `postgres://${user === '' ? '' : `${user}@`}${host}${url.pathname}`;
}

/** Removes the passwords of an address from a text, such as the message of a driver. */
export function withoutPasswords(text: string, { url }: DatabaseAddress): string {
  const { password, searchParams } = new URL(url);
  const secrets = [url, password, decoded(password), searchParams.get('password') ?? ''];
  return secrets
    .filter((secret) => secret !== '')
    .reduce((shown, secret) => shown.replaceAll(secret, MASK), text);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
