import { ISSUED_TOKEN } from './issued-tokens.ts';

/** A form of secret that can be told by its shape alone. */
export interface SecretPattern {
  readonly name: string;
  /**
   * Global; every quantifier that can overlap its neighbour is bounded, or begins where its run of
   * characters does, so that no text makes it slow. What the group `secret` matches is masked, or
   * the whole match without such a group; one that stands before the match needs the flag `d`.
   */
  readonly pattern: RegExp;
  /** A match holds one of these: looking for them takes a fraction of the time. */
  readonly marks?: readonly string[];
}

/** What can be told by its shape alone, besides {@link ISSUED_TOKEN}. */
export const SECRET_PATTERNS: readonly SecretPattern[] = [
  { name: 'issued token', pattern: ISSUED_TOKEN },
  {
    name: 'JWT',
    marks: ['eyJ'],
    pattern: /(?<!\w)eyJ[\w-]{8,500}\.eyJ[\w-]{8,8000}\.[\w-]{16,}/g,
  },
  // These have no prefix of their own; they are found by their middle.
  {
    name: 'Mailchimp key',
    marks: ['-us'],
    pattern: /-us\d{1,2}\b(?<=\b(?<secret>[a-f0-9]{32})-us\d{1,2})/dg,
  },
  {
    name: 'Telegram token',
    marks: [':AA'],
    pattern: /:(?<secret>AA[\w-]{33})\b(?<=\b\d{8,10}:AA[\w-]{33})/g,
  },
  { name: 'Discord token', pattern: /\b[MN][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,}/g },
  { name: 'Terraform token', marks: ['.atlasv1.'], pattern: /\.atlasv1\.[\w-]{60,}/g },
  {
    name: 'webhook',
    marks: ['hooks.slack.com', '/api/webhooks/', 'webhook.office.com'],
    pattern:
      /\b(?:hooks\.slack\.com\/services\/|discord(?:app)?\.com\/api\/webhooks\/|webhook\.office\.com\/)(?<secret>[\w@/-]{20,400})/g,
  },
  // Many class names in style sheets start like OpenAI's and Anthropic's keys; those lack digits or capitals.
  {
    name: 'AI service key',
    marks: ['sk-'],
    pattern: /(?<![\w-])sk-(?=[\w-]{0,200}\d)(?=[\w-]{0,200}[A-Z])[\w-]{20,}/g,
  },
  {
    name: 'authorization header',
    marks: ['Bearer ', 'Basic '],
    pattern: /\b(?:Bearer|Basic) (?=[\w.~+/-]{0,200}\d)(?<secret>[\w.~+/-]{20,4096}={0,2})/g,
  },
  // A password in a URL; `${password}`, `<password>`, `%s` and `***` stand for one and stay.
  // The address of a machine is no user: `http://127.0.0.1:(\d+)!.match(@log` is code.
  {
    name: 'password in a URL',
    marks: ['://'],
    pattern:
      /:\/\/(?!(?:\d{1,3}\.){3}\d{1,3}:)[^\s:/@'"`<>{}]{0,200}:(?<secret>[^\s:/@'"`<>{}$%*][^\s/@'"`<>{}]{0,200})@/g,
  },
  // In the place of the user: a token, not a name.
  {
    name: 'token in a URL',
    marks: ['://'],
    pattern: /:\/\/(?=[\w-]{0,200}\d)(?<secret>[\w-]{32,200})@/g,
  },
  // ADO.NET, ODBC, JDBC and Azure: `Server=db;User Id=sa;Password=…;`
  {
    name: 'connection string',
    pattern:
      /;\s{0,4}(?:password|pwd|accountkey|sharedaccesskey|sharedsecret)\s{0,4}=\s{0,4}(?<secret>[^\s;'"`<>{}$%*]{4,400})/gi,
  },
  {
    name: '.npmrc credential',
    marks: [':_'],
    pattern: /:_(?:authToken|auth|password)\s{0,4}=\s{0,4}(?<secret>[^\s'"`<>{}$]{8,400})/g,
  },
  {
    name: '.netrc credential',
    marks: ['machine'],
    pattern:
      /\bmachine\s{1,8}[\w.-]{1,200}\s{1,8}login\s{1,8}\S{1,200}\s{1,8}password\s{1,8}(?<secret>[^\s<>{}$]{4,400})/g,
  },
];

/** Stands before every such key. */
export const PRIVATE_KEY_MARK = '-----BEGIN ';

/** `-----BEGIN … PRIVATE KEY-----` and its end; what is between is masked if it looks like a key. */
export const PRIVATE_KEY_BLOCK =
  /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?<body>(?:(?!-----BEGIN )[\s\S]){1,16384}?)-----END /g;

/** The same without its end, as where a text was cut; only what follows as lines of a key. */
export const PRIVATE_KEY_START =
  /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?<body>(?:[\s'"`+,\\rn]{1,40}[A-Za-z0-9+/=]{40,100}){1,400})/g;

/** The words that name a secret, in the middle of other words too. */
const NAME =
  '(?:secret|passw(?:or)?d|passphrase|pwd|token|credential|bearer|(?:api|access|account|auth|encryption|private|shared|signing)[_-]?key)';

/** Most texts have none, and need not be searched for what such names are given. */
export const SECRET_NAME = new RegExp(NAME, 'i');

/** From the end of a name to the quotation mark: a closing bracket, a type, an equals sign. */
const GIVEN = String.raw`['"${'`'}]?\]?\s{0,8}(?::\s{0,8}\w{1,40}\s{0,8})?[:=]={0,2}>?\s{0,8}`;

/** A quoted text given to something that is named like a key. */
export const NAMED_SECRET = new RegExp(
  String.raw`${NAME}\w{0,40}${GIVEN}(['"${'`'}])(?<secret>[^\s'"${'`'}]{16,4096})\1`,
  'gi',
);

/** A short quoted text given to something that is named like a password. */
export const NAMED_PASSWORD = new RegExp(
  String.raw`(?:passw(?:or)?d|passphrase|pwd)${GIVEN}(['"${'`'}])(?<secret>[^\s'"${'`'}]{8,64})\1`,
  'gi',
);

/**
 * Unquoted and alone on its line, as in YAML, INI and properties files; code ends in more. The line is
 * looked at backwards from the name, for names are rarer than lines.
 */
export const LINE_SECRET = new RegExp(
  String.raw`${NAME}(?<=^[ \t]{0,40}(?:- )?[\w.-]{0,90})[\w.-]{0,40}[ \t]{0,8}[:=][ \t]{0,8}(?<secret>[\w.~+/=-]{16,4096})[ \t]{0,8}\r?$`,
  'gim',
);

/** The same of a password, which may be short; signs that are operators of code are none of it. */
export const LINE_PASSWORD = new RegExp(
  String.raw`(?:passw(?:or)?d|passphrase|pwd)(?<=^[ \t]{0,40}(?:- )?[\w.-]{0,90})[ \t]{0,8}[:=][ \t]{0,8}(?<secret>[^\s'"${'`'}(){}<>,;+*/%&|=]{8,64})[ \t]{0,8}\r?$`,
  'gim',
);

/** What {@link ENV_SECRET} and {@link ENV_PASSWORD} match holds such a name. */
export const ENV_NAME = /(?:SECRET|PASS|TOKEN|CREDENTIAL|KEY)[A-Z0-9_]{0,60}=/;

/** In the notation of .env files; only at the start of a line, where code has none. */
export const ENV_SECRET =
  /^(?:export )?[A-Z0-9_]{0,60}(?:SECRET|PASSWORD|PASSWD|TOKEN|CREDENTIAL|KEY)[A-Z0-9_]{0,60}=(?<secret>[^\s'"]{16,4096})$/gm;

/** The same of a password, which may be short and quoted. */
export const ENV_PASSWORD =
  /^(?:export )?[A-Z0-9_]{0,60}(?:PASS|PASSWORD|PASSWD|SECRET)=['"]?(?<secret>[^\s'"]{6,200})['"]?[ \t]{0,8}\r?$/gm;

/** A key or token in the query of a URL. */
export const QUERY_SECRET = new RegExp(
  String.raw`[?&](?:[\w-]{0,40}${NAME}|sig|signature)=(?<secret>[\w.~+/%=-]{16,4096})`,
  'gi',
);
