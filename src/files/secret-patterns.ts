import { looksSet, looksShuffled } from './secret-values.ts';

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
  /** What is a secret only if it looks like one. */
  readonly accepts?: (secret: string) => boolean;
}

/** What can be told by its shape alone, besides what issuers mark by a prefix. */
export const SECRET_PATTERNS: readonly SecretPattern[] = [
  {
    name: 'JWT',
    marks: ['eyJ'],
    pattern: /(?<!\w)eyJ[\w-]{8,500}\.eyJ[\w-]{8,8000}\.[\w-]{16,}/g,
  },
  { name: 'Google refresh token', marks: ['1//0'], pattern: /(?<!\w)1\/\/0[\w-]{40,}/g },
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
  // Schemes of single services, and a key without one.
  {
    name: 'authorization header of another scheme',
    marks: ['uthorization'],
    accepts: looksShuffled,
    pattern:
      /\b[Aa]uthorization['"]?\s{0,4}[:=,]\s{0,4}[fb]?['"]?(?:(?:[A-Za-z][A-Za-z-]{2,15})[ =]{1,4})?(?<secret>[\w.~+/-]{20,4096}={0,2})(?![\w.~+/=([-])/g,
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
  // The data source names of Go's drivers: `user:…@tcp(host:3306)/db`.
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
  // Passwords by the program they are given to, which stands before, on a line that may be continued.
  {
    name: "argument of curl, sshpass, mysql or a registry's login",
    accepts: looksSet,
    pattern:
      / -(?:(?:u|-user)[ =]{0,4}['"]?[^\s:'"`$<{]{1,64}:(?<=\bcurl (?:\\\n|[^\n]){0,400})|p(?:(?<=\bsshpass -p)|(?<=\b(?:docker|podman|buildah|oras|crane|acr) login (?:\\\n|[^\n;&|]){0,200}))[ =]{0,4}['"]?|p['"]?(?<=\bmysql(?:dump|admin|import)? (?:\\\n|[^\n;&|]){0,200}))(?<secret>[^\s'"`$<>{}*()\\]{4,200})/g,
  },
  // Written in two parts, so that no scanner finds it; the parts are found by where they meet.
  {
    name: 'issued token in two parts',
    accepts: looksShuffled,
    pattern:
      /[_-]['"`]\s{0,8}[+.&]?\s{0,40}['"`](?<secret>[\w-]{16,400})(?<=\b(?:gh[oprsu]|github_pat|glpat|xox[abeoprs]|xapp|sk(?:-\w{2,8}){0,2}|[prs]k_(?:live|test)|npm|hf|dckr_pat|shpat)[_-]['"`]\s{0,8}[+.&]?\s{0,40}['"`][\w-]{16,400})/g,
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
