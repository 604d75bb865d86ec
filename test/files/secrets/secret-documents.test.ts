/** Secrets that only what stands around them tells: the kind of file, its format, other arguments. */
import { describe, expect, test } from 'vitest';
import { maskSecrets } from '../../../src/files/secrets/mask-secrets.ts';
import { randomText } from '../../helpers/random-text.ts';

const ALNUM = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const KEY = randomText('key', ALNUM, 24);
const LOWER = randomText('lower', 'abcdefghijklmnopqrstuvwxyz0123456789', 24);
const HEX = randomText('hex', '0123456789abcdef', 40);
const AWS_ID = `AKIA${randomText('id', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16)}`;
const AWS_SECRET = randomText('secret', `${ALNUM}+/`, 40);
const LINE = randomText('line', ALNUM, 64);

type Case = readonly [form: string, secret: string, masked: (secret: string) => string];

const MASKED: readonly Case[] = [
  // Kubernetes
  ['data of a Secret', 'aHVudGVy', (s) => `kind: Secret\ndata:\n  db: ${s}\ntype: Opaque\n`],
  ['stringData of a Secret', 'hunter', (s) => `stringData:\n  db: "${s}" # ours\nkind: Secret\n`],
  ['a Secret of flow notation', 'aHVudGVyMg==', (s) => `kind: Secret\ndata: {db: ${s}}\n`],
  ['a Secret in JSON', 'aHVudGVy', (s) => `{"kind": "Secret",\n "data": {"db": "${s}"}}`],
  [
    'a block of a Secret',
    'word_value',
    (s) => `kind: Secret\nstringData:\n  conf: |\n    ${s}\n\n    ${s}\ntype: x\n`,
  ],
  [
    'the second of two',
    'aHVudGVy',
    (s) => `kind: Secret\ndata:\n  # no: hint\n  a: {{ .V }}\n  b: ${s}\n`,
  ],
  [
    'a Secret on a page',
    'aHVudGVy',
    (s) => `# A\n\`\`\`yaml\nkind: Secret\ndata:\n  db: ${s}\n\`\`\`\n`,
  ],
  // Connection strings
  ['a data source of libpq', 'hunter', (s) => `"host=db user=app password=${s} dbname=x"`],
  ['one that ends with it', 'hunter', (s) => `dbname=x password=${s}\n`],
  ['one with quotes inside', 'two-words', (s) => `"host=db password='${s}' port=1"`],
  ['a password with an @', 'pass@word', (s) => `amqp://u:${s}@host:5672/x`],
  ['one with two', 'p@ss@word', (s) => `"redis://:${s}@10.0.0.1"`],
  // Keys
  [
    'a key of PuTTY',
    LINE,
    (s) => `PuTTY-User-Key-File-3: x\nPrivate-Lines: 2\n${s}\nPrivate-MAC: 00\n`,
  ],
  ['the second of two arguments', AWS_SECRET, (s) => `S3("${'*'.repeat(20)}", "${s}")`],
  ["Azure's secret", `abc8Q~${randomText('q', ALNUM, 34)}`, (s) => `<value>${s}</value>`],
  ["Facebook's token", randomText('f', ALNUM, 27), (s) => `x 1308742762612587|${s} y`],
  ["a flow's webhook", randomText('w', ALNUM, 46), (s) => `https://hooks.slack.com/triggers/${s}`],
  [
    "a chat's webhook",
    'c0ffee12-0d1b-4c2e-9d8e-5f3ab6c79d8e',
    (s) => `https://open.larksuite.com/open-apis/bot/v2/hook/${s}`,
  ],
  [
    "Asana's token",
    randomText('a', '0123456789abcdef', 32),
    (s) => `2/1200000000000001/1200000000000002:${s}`,
  ],
  [
    "Twitch's token",
    randomText('t', 'abcdefghijklmnopqrstuvwxyz0123456789', 30),
    (s) => `PASS oauth:${s}`,
  ],
  ["Voyage's key", `a9-B8_${randomText('v', ALNUM, 37)}`, (s) => `client("pa-${s}")`],
  ['the key of an administrator', HEX, (s) => `SEARCH_ADMIN_KEY: "${s}"`],
  ['the gem server of Sidekiq', 'ab12cd34:56ef7890', (s) => `BUNDLE_GEMS__CONTRIBSYS__COM: "${s}"`],
  // Prose
  ['code in a sentence', KEY, (s) => `The deploy token is \`${s}\`.`],
  ['a sentence', HEX, (s) => `Log in with password ${s} please.`],
  ['the end of a sentence', HEX, (s) => `Our API key was ${s}.`],
  // Notations
  ['appending', KEY, (s) => `$apiToken .= "${s}";`],
  ['Make', KEY, (s) => `API_TOKEN ?= "${s}"\n`],
  ["Make's ::=", KEY, (s) => `API_TOKEN :::= "${s}"\n`],
  ['a call with lower case', LOWER, (s) => `setProperty("API_TOKEN", "${s}")`],
  ['a line with lower case', LOWER, (s) => `apiToken=${s}\n`],
  ['digits', randomText('digits', '0123456789', 24), (s) => `const token = "${s}";`],
  ['escaped quotes', KEY, (s) => String.raw`"{\"api_token\": \"${s}\"}"`],
  // Whole files
  ['an environment', 'word_value', (s) => `# ours\nHOST=a\nSECRET_TOKEN=${s}\nPORT=1\n`],
  [
    'an environment with line ends of Windows',
    'word_value',
    (s) => `# ours\r\nHOST=a\r\nSECRET_TOKEN=${s}\r\nPORT=1\r\n`,
  ],
  ['a quoted one', 'word_value', (s) => `HOST=a\nexport DB_PASSWORD="${s}"\n`],
  [
    'what a notebook printed',
    KEY,
    (s) =>
      `{"cells": [{"cell_type": "code",\n "outputs": [{"text": ["${s}\\n"]}],\n "source": []}]}`,
  ],
];

describe('maskSecrets masks', () => {
  test.each(MASKED)('%s', (_, secret, masked) => {
    const text = masked(secret).replace(`"${'*'.repeat(20)}"`, `"${AWS_ID}"`);
    expect(maskSecrets(text).text).toBe(masked('*'.repeat(secret.length)));
  });
});

describe('maskSecrets leaves', () => {
  test.each([
    ['other kinds', 'kind: ConfigMap\ndata:\n  db: aHVudGVyMg==\n---\nkind: Secret\ntype: x\n'],
    ['kinds with longer names', 'kind: SecretStore\ndata:\n  db: aHVudGVyMg==\n'],
    [
      'templates of a Secret',
      'kind: Secret\ndata:\n  a: {{ .Values.a | b64enc }}\n  b: $(B)\n  c: ""\n  d: <base64>\n',
    ],
    ['code that makes one', `const s = { kind: 'Secret', data: { key: encode(value), name } };`],
    ['arguments', 'connect(host=host, password=password, dbname=name)'],
    ['templates of data sources', 'host=%s password=%s dbname=%s, user={u} password={p} host={h}'],
    ['addresses', 'http://localhost:3000/@scope, http://h:80 a@b.c'],
    ['names in prose', 'The token is `RefreshTokenV2Repository`. A token validated by sha256.'],
    ['hashes in prose', `Built from commit ${HEX}.`],
    ['assignments in a program', 'A=1\nif x; then\n  f\nfi\nSECRET_TOKEN=word_value\ng | h\n'],
    ['words of an environment', 'HOST=a\nDB_PASSWORD=postgres\nAPI_TOKEN=\nKEY_COLUMN=user_id\n'],
    ['the key of an argument', `f("${'x'.repeat(40)}", "b")`],
    [
      'the source of a notebook',
      `{"cells": [{"cell_type": "code",\n "outputs": [],\n "source": ["${KEY}"]}]}`,
    ],
  ])('%s', (_, text) => expect(maskSecrets(text)).toEqual({ text, maskedCount: 0 }));
});
