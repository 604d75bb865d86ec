/** Tokens by the form of their issuer. The values are made up here, so that no scanner finds any. */
import { describe, expect, it, test } from 'vitest';
import { issuedTokens } from '../../../src/files/secrets/issued-tokens.ts';
import { maskSecrets } from '../../../src/files/secrets/mask-secrets.ts';
import { randomText } from '../../helpers/random-text.ts';

const ALNUM = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const HEX = '0123456789abcdef';
const LOWER = 'abcdefghijklmnopqrstuvwxyz0123456789';
const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Beginning, characters and length of what issuers hand out. */
const FORMS: readonly (readonly [prefix: string, characters: string, length: number])[] = [
  ['ghp_', ALNUM, 36],
  ['gho_', ALNUM, 36],
  ['github_pat_', ALNUM, 82],
  ['glpat-', ALNUM, 20],
  ['glffct-', ALNUM, 20],
  ['xoxb-', HEX, 24],
  ['xapp-1-', HEX, 40],
  ['npm_', ALNUM, 36],
  ['pypi-', ALNUM, 60],
  ['hf_', ALNUM, 34],
  ['dckr_pat_', ALNUM, 27],
  ['dop_v1_', HEX, 64],
  ['shpat_', HEX, 32],
  ['sk_live_', ALNUM, 24],
  ['sk_prod_', ALNUM, 24],
  ['pscale_tkn_', ALNUM, 43],
  ['rdme_', ALNUM, 70],
  ['CLOJARS_', ALNUM, 60],
  ['duffel_live_', ALNUM, 43],
  ['FLWSECK_TEST-', HEX, 12],
  ['HRKU-AA', ALNUM, 58],
  ['sha256~', ALNUM, 43],
  ['AKIA', CAPITALS, 16],
  ['LTAI', ALNUM, 20],
  ['AIza', ALNUM, 35],
  ['dapi', HEX, 32],
  ['EZAK', ALNUM, 54],
  ['AKCp', ALNUM, 69],
  ['NRAK-', CAPITALS, 27],
  ['SK', HEX, 32],
  ['p8e-', ALNUM, 32],
  ['API-', CAPITALS, 26],
  ['pul-', HEX, 40],
  ['tskey-auth-', ALNUM, 30],
  ['vcp_', ALNUM, 24],
  ['cfut_', ALNUM, 48],
  ['aio_', ALNUM, 28],
  ['apify_api_', ALNUM, 36],
  ['ATBB', ALNUM, 32],
  ['ATTA', HEX, 72],
  ['CCIPAT_', ALNUM, 63],
  ['CFPAT-', ALNUM, 43],
  ['cio', ALNUM, 32],
  ['csk-', LOWER, 48],
  ['ddp_', ALNUM, 36],
  ['e2b_', HEX, 40],
  ['esecret_', LOWER, 28],
  ['fc-', HEX, 32],
  ['fw_', ALNUM, 24],
  ['jina_', ALNUM, 60],
  ['lsv2_pt_', HEX, 43],
  ['napi_', LOWER, 64],
  ['nvapi-', ALNUM, 64],
  ['oy2', LOWER, 43],
  ['pat-na1-', HEX, 36],
  ['pcsk_', ALNUM, 70],
  ['phx_', ALNUM, 43],
  ['re_5KcQ7rT2_', ALNUM, 24],
  ['rnd_', ALNUM, 28],
  ['rpa_', ALNUM, 46],
  ['sdk-0d1b7c2e-5f3a-4b6c-9d8e-', HEX, 12],
  ['sk-', HEX, 32],
  ['sk-lf-', HEX, 36],
  ['sk-or-v1-', HEX, 64],
  ['sl.', ALNUM, 130],
  ['tvly-dev-', ALNUM, 32],
  ['waka_', HEX, 36],
  [`1000.${'0f1e'.repeat(8)}.`, HEX, 32],
  [`${'0f1e'.repeat(8)}-0a1b2c3d-`, HEX, 8],
];
const made = (prefix: string, characters: string, length: number): string =>
  prefix + randomText(prefix, characters, length);

describe('issuedTokens', () => {
  it.each(FORMS)('finds %s and its rest in text, code, URLs and escapes', (...form) => {
    const token = made(...form);
    for (const before of ['', 'x = "', '(', '?t=', '/', '?access_token%3D', '"a\\n', 'a\\u0026']) {
      const text = `${before}${token}" and more`;
      expect(issuedTokens(text)).toEqual([
        { start: before.length, end: before.length + token.length },
      ]);
    }
  });

  it.each(['ghp_', 'glpat-', 'npm_', 'dop_v1_', 'sk_live_', 'shpat_'])(
    'finds %s inside of a word',
    (prefix) => {
      const token = made(prefix, HEX, 64);
      for (const before of ['token_', 'x', 'MY_TOKEN_']) {
        expect(maskSecrets(`"${before}${token}"`).text).toContain(`"${before}*`);
        expect(maskSecrets(`"${before}${token}"`).text).not.toContain(token.slice(-12));
      }
    },
  );

  it('finds two in one word, and base64 behind a slash', () => {
    const [one, two] = [made('ghp_', ALNUM, 36), made('glpat-', ALNUM, 20)];
    expect(issuedTokens(`${one}.${two}`)).toHaveLength(2);
    const key = `ABSK${randomText('a', ALNUM, 40)}/${randomText('b', ALNUM, 70)}`;
    expect(issuedTokens(key)).toEqual([{ start: 0, end: key.length }]);
  });

  test.each([
    ['prefixes alone', 'ghp_ npm_ AKIA sk_live_ glpat- "^xox[bp]-"'],
    ['names', 'npm_config_registry_authentication_token_value, hf_hub_download_all_of_the_files'],
    ['words', 'monkey-0123456789abcdef0123456789abcdef SKELETON_OF_A_VERY_LONG_CONSTANT_NAME'],
    ['part of base64', `${randomText('c', ALNUM, 30)}AKIA${randomText('d', CAPITALS, 16)}`],
    [
      'longer than they are',
      `AKIA${randomText('e', CAPITALS, 17)} p8e-${randomText('f', ALNUM, 40)}`,
    ],
  ])('leaves %s', (_, text) => expect(issuedTokens(text)).toEqual([]));
});
