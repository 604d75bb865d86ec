/** Turns what PostgreSQL and its client report into errors with a code and a hint. */
import { GraphMemoryError, isGraphMemoryError } from '../base/errors.ts';
import { type DatabaseAddress, withoutPasswords } from './address.ts';

interface Reading {
  readonly matches: RegExp;
  readonly what: string;
  readonly hint: string;
}

/** Codes of the system, then SQLSTATE codes of PostgreSQL. */
const READINGS: readonly Reading[] = [
  {
    matches: /^(?:ECONN|ENOTFOUND|EAI_|EHOST|ENET|EPIPE|ETIMEDOUT|ENOENT|57P|08)/,
    what: 'cannot be reached',
    hint: 'Check the address and that the server runs; retry when it does.',
  },
  {
    matches: /^28/,
    what: 'refuses this user',
    hint: 'Check the user and the password, for example in PGPASSWORD or ~/.pgpass.',
  },
  { matches: /^3D000/, what: 'does not exist', hint: 'Create it: createdb NAME' },
  {
    matches: /^(?:3F000|42P01|42703)/,
    what: 'has no tables of this program',
    hint: 'Create them: graph-memory database migrate',
  },
  {
    matches: /^42501/,
    what: 'does not permit this',
    hint: 'docs/team.md lists the roles and what each may do.',
  },
  {
    matches: /^57014/,
    what: 'took too long',
    hint: 'Retry; "graph-memory database doctor" names what slows it down.',
  },
  {
    matches: /^53100/,
    what: 'has no disk space left',
    hint: 'Free some with "graph-memory database gc", or enlarge the disk. Nothing was changed.',
  },
  { matches: /^53/, what: 'has too many connections', hint: 'Retry, or raise max_connections.' },
];

/** Returns the error for users. A bug in a statement stays a bug. */
export function databaseError(error: unknown, address: DatabaseAddress): unknown {
  if (isGraphMemoryError(error)) return error;
  const code = codeOf(error);
  const reading = READINGS.find(({ matches }) => matches.test(code));
  if (reading === undefined) return error;
  const message = error instanceof Error ? withoutPasswords(error.message, address) : '';
  return new GraphMemoryError('GM_DATABASE', `${address.shown} ${reading.what}: ${message}`, {
    hint: reading.hint,
    details: { database: address.shown, state: code },
  });
}

/** Whether the connection was lost, so that a question may be asked again. */
export function isConnectionLost(error: unknown): boolean {
  return /^(?:ECONNRESET|EPIPE|57P01|57P02|08)/.test(codeOf(error));
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  // The client reports a lost connection and its own time limit without a code.
  if (/Connection terminated|not queryable/.test(error.message)) return 'ECONNRESET';
  if (/timeout (?:exceeded|expired)|read timeout/i.test(error.message)) return 'ETIMEDOUT';
  return '';
}
