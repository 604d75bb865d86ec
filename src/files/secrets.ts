import { allMatches } from '../base/all-matches.ts';
import { basenameOf } from '../model/path.ts';
import {
  ENV_NAME,
  ENV_PASSWORD,
  ENV_SECRET,
  LINE_PASSWORD,
  LINE_SECRET,
  NAMED_PASSWORD,
  NAMED_SECRET,
  PRIVATE_KEY_BLOCK,
  PRIVATE_KEY_MARK,
  PRIVATE_KEY_START,
  QUERY_SECRET,
  SECRET_NAME,
  SECRET_PATTERNS,
} from './secret-patterns.ts';

/** Files that tools keep credentials in, by their whole name. */
const NAMES = new Set([
  '.env',
  '.envrc',
  '.npmrc',
  '.pypirc',
  '.netrc',
  '_netrc',
  '.pgpass',
  '.htpasswd',
  '.git-credentials',
  '.terraformrc',
  'terraform.rc',
  'credentials',
  'authorized_keys',
  'known_hosts',
  'id_rsa',
  'id_dsa',
  'id_ecdsa',
  'id_ed25519',
]);

/** Keys, certificates and their stores. */
const EXTENSION = /\.(?:p8|key|pem|p12|pfx|jks|der|cer|crt|keystore|kdbx|ppk)$/;

const ENDINGS = [
  '.aws/credentials',
  '.aws/config',
  '.docker/config.json',
  '.kube/config',
  '.config/gcloud/credentials.db',
  '.config/gcloud/access_tokens.db',
  '.config/gcloud/application_default_credentials.json',
];

/** Words that make a data file suspicious: `db-passwords.yml`, `api_token`. */
const KEYWORDS = new Set([
  'credential',
  'credentials',
  'passwd',
  'password',
  'passwords',
  'private',
  'secret',
  'secrets',
  'token',
  'tokens',
]);
/** A compiler's options, whatever the word between: `tsconfig.private.json`. */
const COMPILER_OPTIONS = /^[jt]sconfig(?:[.-][\w.-]+)?\.json$/;
const DATA_EXTENSION = /\.(?:cfg|conf|env|ini|json|log|toml|txt|ya?ml)$/;

/** In prose the words are topics (`token.md`, `password-reset.md`); only a bare plural is a list. */
const PROSE = /^(?:credentials|passwords|secrets|tokens)\.(?:md|mdx|rst)$/;

/**
 * Whether the name of a file says that it holds secrets, so that it is never read. Source files are
 * judged by their content instead: `token.ts` is about tokens.
 */
export function isSecretPath(path: string): boolean {
  const lower = path.toLowerCase();
  const name = basenameOf(lower);
  return (
    NAMES.has(name) ||
    name.startsWith('.env.') ||
    EXTENSION.test(name) ||
    PROSE.test(name) ||
    ENDINGS.some((ending) => lower === ending || lower.endsWith(`/${ending}`)) ||
    isSuspiciousData(basenameOf(path))
  );
}

/** What is done with a password: a form, its texts, a mail; not a place to keep one. */
const PASSWORD_TASK =
  /\b(?:reset|forgot|forgotten|change|confirm|recover)[-_. ]?password\b|\bpassword[-_. ]?(?:reset|recovery|change)\b/g;

function isSuspiciousData(name: string): boolean {
  const hasExtension = /[^.]\.[^.]+$/.test(name);
  if (hasExtension && !DATA_EXTENSION.test(name.toLowerCase())) return false;
  if (COMPILER_OPTIONS.test(name)) return false;
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return words
    .replace(PASSWORD_TASK, '')
    .split(/[^a-z0-9]+/)
    .some((word) => KEYWORDS.has(word));
}

/** Bumped when other texts are masked than before: what was indexed with less care is made anew. */
// 2: keys in URLs and connection strings, .npmrc and .netrc forms, short passwords, more issuers.
// 3: short passwords without quotes, alone on their line.
// 4: what follows the address of a machine and its port is no password.
export const MASKING_VERSION = 4;

/** A part of a text to be masked. */
interface Range {
  readonly start: number;
  readonly end: number;
  /** What is masked in it, one character at a time. */
  readonly characters: RegExp;
}

const ALL_BUT_LINE_ENDS = /[^\r\n]/g;
/** Quotes and backslashes stay, for a key may be spread over the lines of a string in code. */
const BASE64 = /[A-Za-z0-9+/=]/g;
/** Code that only mentions the marks of a key has no such run between them. */
const BASE64_LINE = /[A-Za-z0-9+/]{40}/;

/**
 * Replaces the secrets in a text by asterisks, one per UTF-16 unit, keeping line ends: offsets and
 * line numbers of the masked text are those of the original.
 */
export function maskSecrets(text: string): { text: string; maskedCount: number } {
  const ranges = findSecrets(text).sort((a, b) => a.start - b.start || b.end - a.end);
  const parts: string[] = [];
  let position = 0;
  let maskedCount = 0;
  for (const { start, end, characters } of ranges) {
    if (end <= position) continue;
    const from = Math.max(start, position);
    parts.push(text.slice(position, from), text.slice(from, end).replace(characters, '*'));
    position = end;
    maskedCount++;
  }
  return { text: parts.join('') + text.slice(position), maskedCount };
}

function findSecrets(text: string): Range[] {
  const known = SECRET_PATTERNS.flatMap(({ pattern, marks }) =>
    marks?.some((mark) => text.includes(mark)) === false ? [] : rangesOf(text, pattern),
  );
  const conditional = [
    ...(SECRET_NAME.test(text) ? NAMED : []),
    ...(ENV_NAME.test(text) ? ENVIRONMENT : []),
    ...IN_QUERY,
  ];
  const named = conditional.flatMap(([pattern, accepts]) => rangesOf(text, pattern, accepts));
  const keys = text.includes(PRIVATE_KEY_MARK)
    ? [PRIVATE_KEY_BLOCK, PRIVATE_KEY_START].flatMap((pattern) => keysOf(text, pattern))
    : [];
  return [...known, ...named, ...keys, ...repeated(text, named)];
}

/** Shorter values may be words that stand elsewhere for something else. */
const REPEATED_LENGTH_MIN = 16;
const REPEATED_MAX = 50;

/** What was a secret by its name once is one without a name as well. */
function repeated(text: string, named: readonly Range[]): Range[] {
  const values = new Set(named.map(({ start, end }) => text.slice(start, end)));
  const long = [...values].filter((value) => value.length >= REPEATED_LENGTH_MIN);
  return long.slice(0, REPEATED_MAX).flatMap((value) => {
    const ranges: Range[] = [];
    for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length)) {
      ranges.push({ start: at, end: at + value.length, characters: ALL_BUT_LINE_ENDS });
    }
    return ranges;
  });
}

/** What a password has and a name of code has not. */
const SIGN = /[!#$?@^~]/;

/** A pattern whose matches are secrets only if they look like one. */
type Conditional = readonly [pattern: RegExp, accepts: (value: string) => boolean];

const NAMED: readonly Conditional[] = [
  [NAMED_SECRET, looksRandom],
  [NAMED_PASSWORD, looksChosen],
  [LINE_SECRET, looksGenerated],
  [LINE_PASSWORD, (value) => SIGN.test(value) && looksChosen(value)],
];
const ENVIRONMENT: readonly Conditional[] = [
  [ENV_SECRET, looksRandom],
  [ENV_PASSWORD, looksSet],
];
const IN_QUERY: readonly Conditional[] = [[QUERY_SECRET, looksRandom]];

function keysOf(text: string, pattern: RegExp): Range[] {
  return allMatches(text, pattern).flatMap((match) => {
    const { body = '' } = match.groups ?? {};
    const start = match.index + match[0].indexOf(body);
    if (!BASE64_LINE.test(body)) return [];
    return [{ start, end: start + body.length, characters: BASE64 }];
  });
}

function rangesOf(text: string, pattern: RegExp, accepts = (_secret: string) => true): Range[] {
  return allMatches(text, pattern).flatMap((match) => {
    const { secret = match[0] } = match.groups ?? {};
    if (!accepts(secret)) return [];
    const [start] = match.indices?.groups?.['secret'] ?? [
      match.index + match[0].lastIndexOf(secret),
    ];
    return [{ start, end: start + secret.length, characters: ALL_BUT_LINE_ENDS }];
  });
}

/** Bits per character; words and identifiers of this length have less, keys more. */
const ENTROPY_MIN = 3;
/** Paths and names of some 40 characters stay below. */
const DENSE_ENTROPY_MIN = 4.3;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What stands for a value that is elsewhere. */
const REFERENCE = /^[./~$%<*]|:\/\/|\$\{|\{\{|process\.env/;
const PLACEHOLDER = /^(?:your|my|the|some|change|insert|replace|example|dummy|x{3})|\.\.\./i;

/** Whether a value is more likely a generated key than a name, a path, a sentence or a placeholder. */
function looksRandom(value: string): boolean {
  if (UUID.test(value)) return true;
  const isMixed = /\d/.test(value) && /[a-z]/i.test(value) && /[A-Za-z0-9+/=]{16}/.test(value);
  return !REFERENCE.test(value) && isMixed && entropyOf(value) >= ENTROPY_MIN;
}

/** Where a name of code may stand in the value's place: only what no name looks like. */
function looksGenerated(value: string): boolean {
  if (!looksRandom(value)) return false;
  if (/^[a-f0-9-]{32,}$/i.test(value)) return true;
  const isDense = /\d\w*\d/.test(value) || entropyOf(value) >= DENSE_ENTROPY_MIN;
  return isDense && /[a-z]/.test(value) && /[A-Z]/.test(value);
}

/** Whether somebody chose a value so that a form would accept it as a password. */
function looksChosen(value: string): boolean {
  if (REFERENCE.test(value) || PLACEHOLDER.test(value) || /^[\w-]+(?:[.:][\w-]+)+$/.test(value))
    return false;
  return (
    [/[a-z]/, /[A-Z]/, /\d/, /[!"#$%&*+/<=>?@^~]/].filter((kind) => kind.test(value)).length >= 3
  );
}

/** Whether a password was written down, and not a word or a note that one is to be put there. */
function looksSet(value: string): boolean {
  if (REFERENCE.test(value) || PLACEHOLDER.test(value)) return false;
  return /[a-z]/i.test(value) && /[^a-z_-]/i.test(value);
}

/** Shannon's entropy of the characters: −Σ p·log₂ p, with p the share of each (Shannon 1948, §6). */
function entropyOf(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let entropy = 0;
  for (const count of counts.values()) {
    const share = count / value.length;
    entropy -= share * Math.log2(share);
  }
  return entropy;
}
