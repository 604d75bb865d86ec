/** A form of secret that can be told by its shape alone. */
export interface SecretPattern {
  readonly name: string;
  /**
   * Global; every quantifier that can overlap its neighbour is bounded, or begins where its run of
   * characters does, so that no text makes it slow. What the group `secret` matches is masked, or
   * the whole match without such a group.
   */
  readonly pattern: RegExp;
}

/** The forms that issuers give their keys, so that scanners can find them. */
export const SECRET_PATTERNS: readonly SecretPattern[] = [
  {
    name: 'JWT',
    pattern: /(?<![\w-])(?:[\w-]{0,40}-)?(?<secret>eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{16,})/g,
  },
  { name: 'AWS access key', pattern: /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g },
  { name: 'GitHub token', pattern: /\bgh[oprsu]_[A-Za-z0-9]{36,}/g },
  { name: 'GitHub fine-grained token', pattern: /\bgithub_pat_\w{22,}/g },
  { name: 'GitLab token', pattern: /\bglpat-[\w-]{20,}/g },
  { name: 'Slack token', pattern: /\bxox[abeoprs]-[\w-]{10,}/g },
  {
    name: 'Slack webhook',
    pattern: /\bhooks\.slack\.com\/services\/(?<secret>T\w{6,}\/B\w{6,}\/\w{16,})/g,
  },
  { name: 'Google API key', pattern: /\bAIza[\w-]{35}/g },
  { name: 'Google OAuth', pattern: /\b(?:GOCSPX-[\w-]{28}|ya29\.[\w-]{20,})/g },
  // Many class names in style sheets start like OpenAI's and Anthropic's keys; those lack digits or capitals.
  {
    name: 'AI service key',
    pattern: /(?<![\w-])sk-(?=[\w-]{0,200}\d)(?=[\w-]{0,200}[A-Z])[\w-]{20,}/g,
  },
  { name: 'Stripe key', pattern: /\b[prs]k_(?:live|test)_[A-Za-z0-9]{16,}/g },
  { name: 'npm token', pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { name: 'PyPI token', pattern: /\bpypi-[\w-]{50,}/g },
  { name: 'Hugging Face token', pattern: /\bhf_[A-Za-z0-9]{30,}/g },
  { name: 'SendGrid key', pattern: /\bSG\.[\w-]{16,}\.[\w-]{16,}/g },
  { name: 'DigitalOcean token', pattern: /\bdo[opr]_v1_[a-f0-9]{64}\b/g },
  { name: 'Telegram bot token', pattern: /\b\d{8,10}:AA[\w-]{33}\b/g },
  {
    name: 'authorization header',
    pattern: /\b(?:Bearer|Basic) (?=[\w.~+/-]{0,200}\d)(?<secret>[\w.~+/-]{20,4096}={0,2})/g,
  },
  // A password in a URL; `${password}`, `<password>`, `%s` and `***` stand for one and stay.
  {
    name: 'connection string',
    pattern: /:\/\/[^\s:/@'"`<>{}]{0,200}:(?<secret>[^\s:/@'"`<>{}$%*][^\s/@'"`<>{}]{0,200})@/g,
  },
];

/** `-----BEGIN … PRIVATE KEY-----` and its end; what is between is masked if it looks like a key. */
export const PRIVATE_KEY_BLOCK =
  /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?<body>(?:(?!-----BEGIN )[\s\S]){1,16384}?)-----END /g;

/** A quoted text given to something that is named like a key. */
export const NAMED_SECRET =
  /(?:secret|passw(?:or)?d|passphrase|pwd|token|credential|bearer|(?:api|access|account|auth|encryption|private|shared|signing)[_-]?key)\w{0,40}['"`]?\]?\s{0,8}(?::\s{0,8}\w{1,40}\s{0,8})?[:=]={0,2}>?\s{0,8}(['"`])(?<secret>[^\s'"`]{16,4096})\1/gi;

/** The same in the notation of .env files; only at the start of a line, where code has none. */
export const ENV_SECRET =
  /^(?:export )?[A-Z0-9_]{0,60}(?:SECRET|PASSWORD|PASSWD|TOKEN|CREDENTIAL|KEY)[A-Z0-9_]{0,60}=(?<secret>[^\s'"`]{16,4096})$/gm;
