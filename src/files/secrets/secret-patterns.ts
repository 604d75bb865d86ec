import { isGiven, looksRandom, looksSet, looksShuffled } from './secret-values.ts';

/** A form of secret that is recognizable by its shape alone. */
export interface SecretPattern {
  readonly name: string;
  /**
   * Global pattern. Every quantifier that can overlap its neighbour is bounded, or starts where its
   * run of characters starts, so no text makes it slow. The group `secret` is masked, or the whole
   * match if there is none. A group before the match requires the flag `d`.
   */
  readonly pattern: RegExp;
  /**
   * Substrings of which every match contains at least one; checking for them takes a fraction of
   * the time.
   */
  readonly marks?: readonly string[];
  /** Decides whether a match looks like a secret. */
  readonly accepts?: (secret: string) => boolean;
}

/** Secrets recognized by shape alone, besides those with an issuer's prefix. */
export const SECRET_PATTERNS: readonly SecretPattern[] = [
  {
    name: 'JWT',
    marks: ['eyJ'],
    pattern: /(?<!\w)eyJ[\w-]{8,500}\.eyJ[\w-]{8,8000}\.[\w-]{16,}/g,
  },
  { name: 'Google refresh token', marks: ['1//0'], pattern: /(?<!\w)1\/\/0[\w-]{40,}/g },
  // These have no distinctive prefix; they are found by their middle part.
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
  {
    name: 'Asana token',
    marks: ['1/', '2/'],
    pattern: /:(?<secret>[a-f0-9]{32})\b(?<=(?<!\w)[12](?:\/\d{16}){1,2}:[a-f0-9]{32})/g,
  },
  { name: 'Twitch token', marks: ['oauth:'], pattern: /\boauth:(?<secret>[a-z0-9]{30})\b/g },
  {
    name: 'Voyage key',
    marks: ['pa-'],
    accepts: looksShuffled,
    pattern: /(?<![\w-])pa-(?<secret>[\w-]{43})(?![\w-])/g,
  },
  { name: 'Terraform token', marks: ['.atlasv1.'], pattern: /\.atlasv1\.[\w-]{60,}/g },
  {
    name: 'webhook',
    marks: ['hooks.slack.com', '/api/webhooks/', 'webhook.office.com', '/bot/v2/hook/'],
    pattern:
      /\b(?:open\.(?:feishu\.cn|larksuite\.com)\/open-apis\/bot\/v2\/hook\/|hooks\.slack\.com\/(?:services|workflows|triggers)\/|discord(?:app)?\.com\/api\/webhooks\/|webhook\.office\.com\/)(?<secret>[\w@/-]{20,400})/g,
  },
  // Many class names in style sheets start like keys of OpenAI and Anthropic, but lack digits or
  // capitals.
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
  // Schemes of specific services, and a key without a scheme.
  {
    name: 'authorization header of another scheme',
    marks: ['uthorization'],
    accepts: looksShuffled,
    pattern:
      /\b[Aa]uthorization['"]?\s{0,4}[:=,]\s{0,4}[fb]?['"]?(?:(?:[A-Za-z][A-Za-z-]{2,15})[ =]{1,4})?(?<secret>[\w.~+/-]{20,4096}={0,2})(?![\w.~+/=([-])/g,
  },
  // A password in a URL. Placeholders such as `${password}`, `<password>`, `%s` and `***` are kept.
  // A machine's address is no user name: `http://127.0.0.1:(\d+)!.match(@log` is code.
  {
    name: 'password in a URL',
    marks: ['://'],
    pattern:
      /:\/\/(?!(?:\d{1,3}\.){3}\d{1,3}:)[^\s:/@'"`<>{}]{0,200}:(?<secret>[^\s:/@'"`<>{}$%*][^\s/@'"`<>{}]{0,200}(?:@[^\s/@'"`<>{}(),;]{1,200}(?=@)){0,4})@/g,
  },
  // A token in place of the user name.
  {
    name: 'token in a URL',
    marks: ['://'],
    pattern: /:\/\/(?=[\w-]{0,200}\d)(?<secret>[\w-]{32,200})@/g,
  },
  // Connection strings of ADO.NET, ODBC, JDBC and Azure: `Server=db;User Id=sa;Password=…;`
  {
    name: 'connection string',
    pattern:
      /;\s{0,4}(?:password|pwd|accountkey|sharedaccesskey|sharedsecret)\s{0,4}=\s{0,4}(?<secret>[^\s;'"`<>{}$%*]{4,400})/gi,
  },
  // libpq: `host=db user=app password=…`, recognized by the keys before or after it.
  {
    name: 'keywords of a connection',
    marks: ['password='],
    accepts: isGiven,
    pattern:
      /\bpassword=(?<quote>'?)(?<secret>[^\s'"`<>{}$%*,;()&]{4,200})\k<quote>(?:(?=\s{1,4}(?:host|hostaddr|port|user|dbname|sslmode|connect_timeout|application_name)=)|(?<=\b(?:host|hostaddr|port|user|dbname|sslmode|connect_timeout|application_name)=[^\s,;]{1,200}\s{1,4}password=[^\s]{1,200}))/g,
  },
  // The second of two arguments, cells or lines: the first is the name of a key of AWS.
  {
    name: 'AWS secret behind its key',
    marks: ['AKIA', 'ASIA'],
    accepts: looksRandom,
    pattern:
      /\bA[KS]IA[A-Z0-9]{16}\b['"`,;:=\s|)>]{1,16}(?:[\w-]{1,40}['"`,;:=\s|]{1,16})?(?<secret>[A-Za-z0-9+/]{40})(?![A-Za-z0-9+/=])/g,
  },
  {
    name: 'Azure AD secret',
    marks: ['Q~'],
    pattern:
      /\dQ~[\w~.-]{31,34}(?![\w~.-])(?<=(?<secret>(?<![\w~.-])[\w~.]{3}\dQ~[\w~.-]{31,34}))/dg,
  },
  {
    name: 'Facebook token',
    marks: ['|'],
    accepts: looksRandom,
    pattern: /\|(?<secret>[\w-]{27,40})(?![\w-])(?<=\b\d{15,16}\|[\w-]{27,40})/g,
  },
  {
    name: 'credentials of a gem server',
    marks: ['CONTRIBSYS__COM'],
    pattern: /CONTRIBSYS__COM[\w\s'":=,>]{1,40}?(?<secret>\b[a-f0-9]{8}:[a-f0-9]{8}\b)/gi,
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
  // Data source names of Go's drivers: `user:…@tcp(host:3306)/db`.
  {
    name: 'data source name',
    marks: ['@tcp(', '@unix('],
    accepts: looksSet,
    pattern:
      /@(?:tcp|unix)\((?<=(?<![^\s'"`=(])[\w.-]{1,64}:(?<secret>[^\s:/@'"`<>{}$%*][^\s@'"`<>{}]{0,128})@(?:tcp|unix)\()/dg,
  },
  {
    name: 'password of a database user',
    marks: ['IDENTIFIED', 'dentified'],
    accepts: looksSet,
    pattern:
      /\bidentified(?:\s{1,8}with\s{1,8}[^\s;]{1,60})?\s{1,8}by\s{1,8}(?:password\s{1,8})?(['"])(?<secret>[^\s'"]{4,200})\1/gi,
  },
  // Passwords passed to a program, which precedes them, on a line that may be continued.
  {
    name: "argument of curl, sshpass, mysql or a registry's login",
    accepts: looksSet,
    pattern:
      / -(?:(?:u|-user)[ =]{0,4}['"]?[^\s:'"`$<{]{1,64}:(?<=\bcurl (?:\\\n|[^\n]){0,400})|p(?:(?<=\bsshpass -p)|(?<=\b(?:docker|podman|buildah|oras|crane|acr) login (?:\\\n|[^\n;&|]){0,200}))[ =]{0,4}['"]?|p['"]?(?<=\bmysql(?:dump|admin|import)? (?:\\\n|[^\n;&|]){0,200}))(?<secret>[^\s'"`$<>{}*()\\]{4,200})/g,
  },
  // Written in two parts, so that no scanner finds this source; the parts are found where they
  // meet.
  {
    name: 'issued token in two parts',
    accepts: looksShuffled,
    pattern:
      /[_-]['"`]\s{0,8}[+.&]?\s{0,40}['"`](?<secret>[\w-]{16,400})(?<=\b(?:gh[oprsu]|github_pat|glpat|xox[abeoprs]|xapp|sk(?:-\w{2,8}){0,2}|[prs]k_(?:live|test)|npm|hf|dckr_pat|shpat)[_-]['"`]\s{0,8}[+.&]?\s{0,40}['"`][\w-]{16,400})/g,
  },
];

/** `Private-Lines: 8` of PuTTY and the following lines of base64. */
export const PUTTY_KEY =
  /\bPrivate-Lines: ?\d{1,4}(?<body>(?:[\s'"`+,\\rn]{1,40}[A-Za-z0-9+/]{4,100}={0,2}(?=[\s'"`\\]|$)){1,400})/g;

/** Marker that precedes every private key. */
export const PRIVATE_KEY_MARK = '-----BEGIN ';

/**
 * Matches from `-----BEGIN … PRIVATE KEY-----` to its end; the text between is masked if it looks
 * like a key.
 */
export const PRIVATE_KEY_BLOCK =
  /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?<body>(?:(?!-----BEGIN )[\s\S]){1,16384}?)-----END /g;

/**
 * Matches a key without its end marker, as in a truncated text; masks only following text that
 * looks like lines of a key.
 */
export const PRIVATE_KEY_START =
  /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?<body>(?:[\s'"`+,\\rn]{1,40}[A-Za-z0-9+/=]{40,100}){1,400})/g;
