/** How values are given to names, form by form: what is masked, and what looks alike and stays. */
import { describe, expect, test } from 'vitest';
import { maskSecrets } from '../../../src/files/secrets/mask-secrets.ts';

/** In parts, so that no scanner takes this file for a leak. */
const KEY = `aB3dE5gH7jK9${'mN1pQ3sT5vW7yZ9bC1dF3gH5'}`;
const PASSWORD = `Tr0ub4${'dor&3'}`;
const SHORT = `hunter${'22'}`;

type Case = readonly [form: string, masked: (secret: string) => string, stays: string];

const OF_KEYS: readonly Case[] = [
  // Types in between.
  ["Rust's &str", (s) => `pub const API_KEY: &str = "${s}";`, 'fn f(api_key: &str) -> &str {'],
  ["Rust's &'static str", (s) => `static TOKEN: &'static str = "${s}";`, 'token: &str = DEFAULT'],
  ["Rust's raw text", (s) => `const TOKEN: &str = r#"${s}"#;`, 'let token: String = read("a1")?;'],
  ["Swift's optional", (s) => `let apiKey: String? = "${s}"`, 'let apiKey: String? = nil'],
  [
    "TypeScript's union",
    (s) => `apiKey: string | undefined = "${s}"`,
    'apiKey: string | undefined;',
  ],
  [
    "TypeScript's optional",
    (s) => `class A { apiKey?: string = '${s}' }`,
    "{ apiKey?: 'a' | 'b' }",
  ],
  [
    "Python's union",
    (s) => `def f(api_key: str | None = "${s}"):`,
    'def f(token: str | None = None):',
  ],
  [
    "Python's Optional",
    (s) => `token: Optional[str] = "${s}"`,
    'token: Optional[Dict[str, Any]] = x()',
  ],
  ["Go's string", (s) => `const apiToken string = "${s}"`, 'func f(apiToken string, name string)'],
  // Fallbacks.
  [
    '??',
    (s) => `apiKey = process.env.K ?? "${s}";`,
    'apiKey = process.env.K ?? config.apiKey1234567890;',
  ],
  ['||', (s) => `apiKey: process.env['K'] || '${s}',`, "apiKey: a || 'none', id: 1"],
  ['or', (s) => `api_key = os.environ.get("K") or "${s}"`, 'api_key = os.environ.get("K") or ""'],
  ['getenv', (s) => `x = os.getenv("API_KEY", "${s}")`, 'x = os.getenv("API_KEY", "your-api-key")'],
  [
    'getenv of another name',
    (s) => `api_key = os.getenv("K", "${s}")`,
    'api_key = os.getenv("K", "")',
  ],
  [
    'setdefault',
    (s) => `environ.setdefault("API_TOKEN", "${s}")`,
    'environ.setdefault("TOKEN", "a-b")',
  ],
  // Calls, lists, parentheses.
  ['a call', (s) => `setToken("${s}")`, 'newSecretKey("PBKDF2WithHmacSHA256")'],
  ['a list', (s) => `"tokens": ["${s}"]`, `tokens = ['ImportDeclaration2Token', 'b']`],
  ['parentheses', (s) => `API_KEY = (\n    "${s}"\n)`, 'token = (await fetchAccessToken2(user1))'],
  // C and PHP.
  ['an array', (s) => `static const char api_token[] = "${s}";`, 'char api_token[] = { 0 };'],
  ['#define', (s) => `#define API_KEY "${s}"`, '#define TOKEN_NAME "identifier-token"'],
  [
    "PHP's define",
    (s) => `define('SECRET_KEY', '${s}');`,
    `define('AUTH_KEY', 'put your unique phrase here');`,
  ],
  // Environments.
  ['ENV', (s) => `FROM a\nENV API_KEY=${s}\n`, 'ENV API_KEY=$' + '{API_KEY}'],
  ['ENV with a space', (s) => `ENV API_TOKEN ${s}`, 'ENV API_TOKEN changeme'],
  ['several of ENV', (s) => `ENV A=1 API_TOKEN=${s} B=2`, 'ENV A=1 API_TOKEN= B=2'],
  ['ARG', (s) => `ARG NPM_TOKEN=${s}`, 'ARG NPM_TOKEN'],
  [
    'an indented export',
    (s) => `f() {\n  export API_TOKEN=${s}\n}`,
    '  export API_TOKEN=$(cat token1)',
  ],
  [
    'one in a block of YAML',
    (s) => `run: |\n  export  API_TOKEN=${s}`,
    'run: |\n  export TOKEN="$1"',
  ],
  ['an indented line', (s) => `    API_SECRET=${s}`, '    SECRET_KEY=settings.SECRET_KEY_V2,'],
  ['a comment behind', (s) => `API_KEY=${s} # live`, 'API_KEY= # put yours here'],
  // YAML, TOML, XML.
  [
    'a comment in YAML',
    (s) => `jwt_secret: ${s}  # prod`,
    'jwt_secret: <jwt-secret-2-goes-here>  # prod',
  ],
  [
    'a pair',
    (s) => `- name: API_TOKEN\n  value: "${s}"`,
    '- name: API_TOKEN\n  valueFrom:\n    x: 1',
  ],
  [
    'a pair, unquoted',
    (s) => `- name: API_TOKEN\n  value: ${s}`,
    '- name: TOKEN\n  value: $(TOKEN1)',
  ],
  [
    'a pair of JSON',
    (s) => `{"name": "TOKEN", "value": "${s}"}`,
    '{"name": "TOKEN", "value": "on"}',
  ],
  ['flow notation', (s) => `x: { api_key: ${s}, y: 1 }`, 'x = { token: sha256Base64Encoder, y }'],
  ['a folded text', (s) => `api_key: >-\n  ${s}\nx: 1`, 'token: >-\n  Issued by whoever runs it.'],
  ['three quotes', (s) => `secret_key = """${s}"""`, 'secret_key = """\nTwo words\n"""'],
  [
    'an element',
    (s) => `<apiToken>${s}</apiToken>`,
    'Map<Token>(a)</b> <token>ref:auth.v2</token>',
  ],
  [
    'attributes',
    (s) => `<add key="ApiKey" value="${s}"/>`,
    '<add key="ApiKey" value="#{ApiKey}#"/>',
  ],
  [
    'a hidden field',
    (s) => `<input name="token" value="${s}">`,
    '<input name="token" value="{{ token }}">',
  ],
  // Headers and arguments.
  ['token', (s) => `curl -H "Authorization: token ${s}" x`, 'Authorization: token <token>'],
  [
    'no scheme',
    (s) => `'Authorization': '${s}'`,
    'OAuth2Authorization authorization = OAuth2Authorizations',
  ],
  ['X-API-Key', (s) => `curl -H "X-API-Key: ${s}" x`, 'curl -H "X-API-Key: $API_KEY" x'],
  ['--token', (s) => `tool --token ${s} a`, 'tool --token $TOKEN --tokenizer bert-base-uncased-v1'],
  [
    '--api-key=',
    (s) => `tool --api-key=${s}`,
    'tool --secret-version=projects/p/secrets/s/versions/1',
  ],
  [
    'aws configure',
    (s) => `aws configure set aws_secret_access_key ${s}`,
    'aws configure set secret_key x',
  ],
  // Prose.
  ['a list of Markdown', (s) => `- API token: ${s}`, '- API token: see the page of your account'],
  ['bold names', (s) => `**Password:** ${s}`, '**Password:** AtLeastTwelveCharacters1'],
  ['a table', (s) => `| API_KEY | ${s} |`, '| API_KEY | GraphMemoryApiKeyV2 |'],
  [
    'code in a table',
    (s) => `| \`API_KEY\` | \`${s}\` |`,
    '| `token` | `RefreshTokenV2Repository` |',
  ],
  [
    'two parts',
    (s) => `const t = "ghp_" +\n  "${s}";`,
    'const t = "my_" + "identifierOfSomething2";',
  ],
];

const OF_PASSWORDS: readonly Case[] = [
  ['a type', (s) => `password: string | undefined = '${s}'`, 'password: string | undefined = x'],
  ['a fallback', (s) => `password = env.PW ?? '${s}'`, `password = env.PW ?? 'postgres'`],
  ["PHP's define", (s) => `define('DB_PASSWORD', '${s}');`, `define('DB_PASSWORD', '');`],
  ['an array', (s) => `char password[] = "${s}";`, 'char password[64];'],
  [
    'a pair',
    (s) => `- name: DB_PASSWORD\n  value: '${s}'`,
    `- name: DB_PASSWORD\n  value: 'postgres'`,
  ],
  [
    'attributes',
    (s) => `<add key="Password" value="${s}"/>`,
    '<add key="Password" value="Contraseña"/>',
  ],
];

const OF_SHORT_PASSWORDS: readonly Case[] = [
  ['ARG', (s) => `ARG DB_PASSWORD=${s}`, 'ARG DB_PASSWORD=$' + '{PW1}'],
  ['an indented export', (s) => `  export DB_PASSWORD="${s}"`, '  export DB_PASSWORD="$PW1"'],
  ['a list of variables', (s) => `  - DB_PASSWORD=${s}`, '  - DB_PASSWORD=changeme1'],
  ['a comment behind', (s) => `DB_PASSWORD=${s}  # live`, 'DB_PASSWORD=<password1>  # live'],
  ['SQL', (s) => `ALTER USER x WITH PASSWORD '${s}';`, `raise Error, "no password 'a1b2c3d4'"`],
  [
    'IDENTIFIED BY',
    (s) => `CREATE USER y IDENTIFIED BY '${s}';`,
    `CREATE USER y IDENTIFIED BY ':pass1'`,
  ],
  [
    '--password=',
    (s) => `tool --password=${s}`,
    `tool --password=%s --password="$PW1" --password-stdin`,
  ],
  [
    '--password',
    (s) => `tool --db-password '${s}' x`,
    'tool --password pass.txt --password PASSWORD',
  ],
  [
    "curl's user",
    (s) => `curl -s -u admin:${s} http://x`,
    'curl -u user:password -u $U:$P1 http://x',
  ],
  ['sshpass', (s) => `sshpass -p ${s} ssh h`, 'sshpass -p "$PASS1" ssh h'],
  ['docker login', (s) => `docker login -u a -p ${s}`, 'docker run -p 8080:80a x'],
  ["Go's data source", (s) => `"app:${s}@tcp(db:3306)/x"`, '"user:password@tcp(db:3306)/x"'],
];

describe.each([
  ['a key', KEY, OF_KEYS],
  ['a password', PASSWORD, OF_PASSWORDS],
  ['a short password', SHORT, OF_SHORT_PASSWORDS],
])('%s is recognized', (_, secret, cases) => {
  test.each(cases)('by %s', (_form, masked, stays) => {
    expect(maskSecrets(masked(secret)).text).toBe(masked('*'.repeat(secret.length)));
    expect(maskSecrets(stays)).toEqual({ text: stays, maskedCount: 0 });
  });
});

test('references to a secret are not masked, whatever the form', () => {
  const values = [
    '',
    'your-api-key',
    'YOUR_API_KEY_1234567890',
    '<token>',
    '$' + '{TOKEN}',
    '***',
    'xxxxxxxxxxxxxxxx1',
  ];
  for (const [, masked] of [...OF_KEYS, ...OF_PASSWORDS]) {
    for (const text of values.map(masked)) expect(maskSecrets(text).text).toBe(text);
  }
});
