import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maskSecrets } from '../../../src/files/secrets/mask-secrets.ts';

/** Written in parts, so that no scanner takes this file for a leak. */
const JWT = `eyJ${'hbGciOiJIUzI1NiJ9'}.eyJ${'zdWIiOiIxMjM0NTY3ODkwIn0'}.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U`;
const HEX = '3f786850e387550fdab836ed7e6dc881';
const KEY_BODY = `${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7'.repeat(2)}\n${'Qx0z'.repeat(10)}\nab12==`;
const PEM = `-----BEGIN RSA ${'PRIVATE'} KEY-----\n${KEY_BODY}\n-----END RSA ${'PRIVATE'} KEY-----`;

describe('maskSecrets masks', () => {
  test.each<[string, string, string]>([
    ['a JWT', `const t = "${JWT}";`, JWT],
    ['a JWT behind a name', `session-${JWT}`, JWT],
    ['an AWS key', `AKIA${'IOSFODNN7EXAMPLE'}`, `AKIA${'IOSFODNN7EXAMPLE'}`],
    [
      'an AWS secret',
      `aws_secret_access_key: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"`,
      'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    ],
    ['a GitHub token', `x ghp_${'a1B2'.repeat(9)} y`, `ghp_${'a1B2'.repeat(9)}`],
    [
      'a fine-grained GitHub token',
      `github_pat_${'a1B2'.repeat(9)}`,
      `github_pat_${'a1B2'.repeat(9)}`,
    ],
    ['a Slack token', `'xoxb-${'123456789012'}-abcDEF'`, `xoxb-${'123456789012'}-abcDEF`],
    [
      'a Google key',
      `AIza${'SyA1234567890abcdefghijklmnopqrstuv'}`,
      `AIza${'SyA1234567890abcdefghijklmnopqrstuv'}`,
    ],
    ['an OpenAI key', `sk-proj-${'a1B2'.repeat(9)}`, `sk-proj-${'a1B2'.repeat(9)}`],
    ['an Anthropic key', `sk-ant-api03-${'a1B2'.repeat(9)}`, `sk-ant-api03-${'a1B2'.repeat(9)}`],
    ['a Stripe key', `sk_live_${'a1B2'.repeat(6)}`, `sk_live_${'a1B2'.repeat(6)}`],
    ['the password of a connection string', 'postgres://app:s3cr%40t@db:5432/x', 's3cr%40t'],
    ['the password without a user', 'redis://:hunter22@cache', 'hunter22'],
    ['a bearer header', `'Authorization: Bearer ${HEX}'`, HEX],
    ['a named value', `const apiKey = '${HEX}';`, HEX],
    ['a named value with a type', `const accessToken: string = "${HEX}";`, HEX],
    ['a named property', `{ "client_secret": "${HEX}" }`, HEX],
    ['a compared value', `if (token === '${HEX}') {}`, HEX],
    ['a value in brackets', `env['API_KEY'] = '${HEX}'`, HEX],
    [
      'a UUID',
      `sessionToken: '3b1db4c9-e011-489e-a9d1-0653e64707c2'`,
      '3b1db4c9-e011-489e-a9d1-0653e64707c2',
    ],
    ['a Mailchimp key', `send(${HEX}-us12)`, HEX],
    [
      'a Telegram token',
      `bot 123456789:AA${'a1B2c3D4e5F'.repeat(3)} x`,
      `AA${'a1B2c3D4e5F'.repeat(3)}`,
    ],
    [
      'a Discord token',
      `x M${'TIzNDU2Nzg5MDEyMzQ1Njc4'}.${'G1abcD'}.${'a1B2c3D4e'.repeat(3)} y`,
      `M${'TIzNDU2Nzg5MDEyMzQ1Njc4'}.${'G1abcD'}.${'a1B2c3D4e'.repeat(3)}`,
    ],
    ['a Shopify token', `shpat_${HEX}`, `shpat_${HEX}`],
    ['a Vault token', `hvs.${'CAESIJ1a2B3c4D5e6F7g8H9i0J'}`, `hvs.${'CAESIJ1a2B3c4D5e6F7g8H9i0J'}`],
    ['a GitLab token', `glpat-${'a1B2c3D4e5F6g7H8i9J0'}`, `glpat-${'a1B2c3D4e5F6g7H8i9J0'}`],
    [
      'a Slack webhook',
      `https://hooks.slack.com/services/T${'0AB12CD3E/B0FG45HI6/a1B2c3D4e5F6g7H8i9J0k1L2'}`,
      `T${'0AB12CD3E/B0FG45HI6/a1B2c3D4e5F6g7H8i9J0k1L2'}`,
    ],
    ['a token in place of the user', `https://${HEX}@github.com/a/b`, HEX],
    ['a key in a query', `get("https://x.y/z?api_key=${HEX}&b=1")`, HEX],
    [
      'a signature in a query',
      `https://x.blob/y?se=1&sig=${'a1B2c3D4e5F6g7H8%2Fi9J0k1L2'}`,
      'a1B2c3D4e5F6g7H8%2Fi9J0k1L2',
    ],
    [
      'the password of an ADO.NET connection',
      "'Server=db;User Id=sa;Password=Tr0ub4dor;Encrypt=1'",
      'Tr0ub4dor',
    ],
    [
      'the key of an Azure connection',
      'AccountName=a;AccountKey=a1B2c3D4e5F6g7H8i9J0==;',
      'a1B2c3D4e5F6g7H8i9J0==',
    ],
    ['a line of an .npmrc', `//registry.example.org/:_authToken=${HEX}`, HEX],
    [
      'an .npmrc password',
      `//r.example.com/:_password = ${'c2VjcmV0UGFzcw=='}`,
      'c2VjcmV0UGFzcw==',
    ],
    [
      'an entry of a .netrc',
      'machine api.example.com\n  login me\n  password hunter2x\n',
      'hunter2x',
    ],
    ['a line of YAML', `db:\n  api-key: ${HEX}\n  host: x`, HEX],
    [
      'a line of an INI file',
      `aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY\n`,
      'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    ],
    ['a short password of an .env file', 'DB_PASSWORD=hunter2', 'hunter2'],
    ['a quoted password of an .env file', 'export SMTP_PASS="s3cret!"', 's3cret!'],
    ['a chosen password in YAML', 'db:\n  password: Tr0ub4dor!\n', 'Tr0ub4dor!'],
    ['one in a list of variables', 'environment:\n  - DB_PASSWORD=s3cret!Word\n', 's3cret!Word'],
    ['a chosen password in code', `login({ password: 'Tr0ub4dor&3' })`, 'Tr0ub4dor&3'],
    [
      'a private key without its end',
      `-----BEGIN ${'PRIVATE'} KEY-----\n${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj'}`,
      'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj',
    ],
    ['a line of an .env file', `A=1\nexport DB_PASSWORD=${HEX}\nB=2`, HEX],
  ])('%s', (_, text, secret) => {
    expect(text).toContain(secret);
    expect(maskSecrets(text)).toEqual({
      text: text.replace(secret, '*'.repeat(secret.length)),
      maskedCount: 1,
    });
  });

  test('a private key, keeping its markers and lines', () => {
    const masked = KEY_BODY.replace(/[^\n]/g, '*');
    expect(maskSecrets(`a\n${PEM}\nb`)).toEqual({
      text: `a\n${PEM.replace(KEY_BODY, masked)}\nb`,
      maskedCount: 1,
    });
  });

  test('a private key spread over several lines of code', () => {
    const { text, maskedCount } = maskSecrets(
      PEM.split('\n')
        .map((line) => `  '${line}\\n' +`)
        .join('\n'),
    );
    expect(maskedCount).toBe(1);
    expect(text).not.toMatch(/[A-Za-z0-9]{8}(?<!PRIVATE|-END)/);
    expect(text.match(/'/g)).toHaveLength(10);
  });

  test('the same value elsewhere without a name', () => {
    const { text } = maskSecrets(`const apiKey = '${HEX}';\nsend('${HEX}');`);
    expect(text).toBe(`const apiKey = '${'*'.repeat(32)}';\nsend('${'*'.repeat(32)}');`);
  });

  test('several secrets on one line, and counts each', () => {
    const { text, maskedCount } = maskSecrets(`f("${JWT}", { token: "${HEX}" }, "${JWT}")`);
    expect(maskedCount).toBe(3);
    expect(text).toMatch(/^f\("\*+", \{ token: "\*{32}" \}, "\*+"\)$/);
  });
});

describe('maskSecrets does not mask', () => {
  test.each<[string, string]>([
    ['names and words', "const token = 'refreshTokenExpired'; password: 'must be long enough 123'"],
    ['translations', "token: 'auth.token.v2.expired.message'"],
    [
      'references',
      `apiKey: '\${process.env.KEY12345678901234}', secret: 'https://vault/secrets/abc123def456789'`,
    ],
    [
      'words for passwords',
      `password: 'Contraseña', "password": "Lösenord", passwordHint: 'Password'`,
    ],
    [
      'what is to be replaced',
      'DB_PASSWORD=changeme\nAPI_SECRET=<secret>\nX_PASSWORD=$OTHER1\nY_PASS=postgres',
    ],
    [
      'lines that name code',
      'token: createAccessToken2,\n  secret: Secret2ForTestsOnly\n  passwordResetTokenV2: RefreshTokenV2Repository',
    ],
    [
      'names of code given to a password',
      'password: Argon2Hasher\n  password: $Env!Name1\n  pwd = a1B!=c2\n  password: config.Password2',
    ],
    ['keys of tables', 'PRIMARY_KEY=user_id_and_name_2\nSORT_KEY=created_at'],
    ['queries with words', 'https://x.y/z?token=verification_email_sent&sort_key=name'],
    ['message keys', `password: 'auth.Password.reset1'`],
    ['paths', "secretFile = './config/secrets/production2/key'"],
    ['calls', 'const accessToken = createAccessToken12345678(user1)'],
    [
      'templates of connection strings',
      'a://$' + '{user}:$' + '{password}@host b://u:<password>@h c://u:%s@h',
    ],
    ['addresses', 'http://localhost:3000/@scope/x, git@github.com:a/b.git, ssh://git@host:22/x'],
    ['machines and ports', 'm = %r!http://127.0.0.1:(\\d+)!.match(@log.stdout)'],
    ['class names', '.sk-folding-cube-animation-delay .task-1-AND-another-TASK-name'],
    [
      'the mention of a key',
      `if (x.includes('-----BEGIN ${'PRIVATE'} KEY-----')) return parsePrivateKeyBody(x); y('-----END ${'PRIVATE'} KEY-----')`,
    ],
    ['hashes without such a name', `const revision = '${HEX}'`],
    ['types', 'interface A { password: string; tokenCount: number }'],
  ])('%s', (_, text) => expect(maskSecrets(text)).toEqual({ text, maskedCount: 0 }));
});

describe('masking any text', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      JWT,
      PEM,
      `token="${HEX}"`,
      '\r\n',
      '🎉',
      'a://b:c@',
      '-----BEGIN ',
      "secret='",
      `KEY=${HEX}`,
    ),
  );

  test('keeps length and lines, masks nothing twice, and leaves no secret', () => {
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('\n');
        const masked = maskSecrets(text);
        expect(masked.text.length).toBe(text.length);
        expect(masked.text.replace(/[^\r\n]/g, '')).toBe(text.replace(/[^\r\n]/g, ''));
        expect(masked.maskedCount === 0).toBe(masked.text === text);
        expect(maskSecrets(masked.text)).toEqual({ text: masked.text, maskedCount: 0 });
        for (const secret of [JWT, HEX, KEY_BODY]) expect(masked.text).not.toContain(secret);
      }),
    );
  });

  test.each([
    'a',
    '=',
    ' ',
    'token',
    'token = ',
    'sk-a',
    'eyJaaaaaaaaa.',
    'eyJ-',
    '://',
    '://a:',
    '-----BEGIN PRIVATE KEY-----',
    '-----BEGIN ',
    'A_KEY=',
    "'",
    'xoxb-',
    'Bearer a',
    'token: a',
    '-us1',
    ':AA',
    'M.',
    '?api_key=',
    'a=1&token',
    ';password=',
    'machine a login b password ',
    'PASSWORD=',
    'password: A1!',
    '\nkey: a',
    'password: "',
    '//:_auth',
    'token: a | ',
    'token: a[b, ',
    'token = a ?? ',
    'token = get("a", ',
    'token", "',
    '"token"],[',
    'token        ',
    '#define token ',
    '  - name: token\n    value: ',
    'name="token" value="',
    '<password>a',
    '<password>',
    ' --token a',
    'set token ',
    'ENV A_TOKEN ',
    'create user a password ',
    'password >-\n a',
    'identified by ',
    'identified with a ',
    'curl ',
    'curl -u a:',
    ' -u a:b',
    'mysql -p',
    'docker login ',
    'docker login -p ',
    'Authorization: a ',
    'a:b@tcp(',
    'ghp_" + "',
    '_"     ',
    'token **| ',
    'token="aB3dE5gH7jK9mN1p',
    'api key',
    'ghp_',
    'kind: Secret\ndata:\n',
    'kind: Secret\ndata:\n a: |\n',
    'kind: Secret\n"data": {"a": ',
    'kind: Secret\n---\n',
    'password=a ',
    'host=a password=',
    `AKIA${'A'.repeat(16)} `,
    `1|${'a'.repeat(27)}`,
    '1Q~a',
    'CONTRIBSYS__COM',
    'Private-Lines: 1\n',
    '"cell_type": "outputs": [',
    'token is the ',
    '://a:b@',
    'SECRET_TOKEN=a_b\n',
    'AKIA',
    'pat',
    'ABSK/',
    't1.aaaaaaaaaaaaaaaaaaaa',
  ])('takes little time for 100 kB of %j', (unit) => {
    const text = unit.repeat(Math.ceil(100_000 / unit.length));
    const start = performance.now();
    maskSecrets(text);
    expect(performance.now() - start).toBeLessThan(2000);
  });
});

test('maskSecrets keeps a masked number of code a number, so that the code can be parsed', () => {
  const digits = '94761803665136558137557783047955027733968423';
  const { text, maskedCount } = maskSecrets(`private_key_value = ${digits}\nnext = 1\n`);
  expect(maskedCount).toBe(1);
  expect(text).toBe(`private_key_value = ${'0'.repeat(digits.length)}\nnext = 1\n`);
});
