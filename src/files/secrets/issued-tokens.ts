/** A part of a text, in UTF-16 units; `end` is exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

const ALNUM = 'A-Za-z0-9';
const WORD = '\\w-';
const DOTTED = '\\w.=-';
const HEX = 'a-f0-9';
const HEX_ANY_CASE = 'A-Fa-f0-9';
const CAPITALS = 'A-Z0-9';
const LOWER = 'a-z0-9';
const BASE64 = 'A-Za-z0-9+/';
/** A random UUID but for its last part. */
const UUID_START = '[a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[89ab][a-f0-9]{3}-';

/**
 * The format of an issuer's tokens: the prefix (an expression), the characters of the rest, and
 * their number as in a repetition: `n`, `n,` or `n,m`.
 */
type TokenForm = readonly [
  issuer: string,
  prefix: string,
  alphabet: string,
  length: number | string,
];

/**
 * Prefixes that never occur by chance. These tokens are found inside words, too, and may be longer
 * than today.
 */
const UNMISTAKABLE: readonly TokenForm[] = [
  ['1Password', 'ops_eyJ', BASE64, 60],
  ['Adafruit', 'aio_', ALNUM, 28],
  ['Anyscale', 'esecret_', LOWER, 26],
  ['Apify', 'apify_api_', ALNUM, 36],
  ['Bedrock', 'bedrock-api-key-', ALNUM, 20],
  ['CircleCI', 'CCIPAT_', '\\w', 60],
  ['Clojars', 'CLOJARS_', ALNUM, 60],
  ['Cloudflare', 'v1\\.0-[a-f0-9]{24}-', HEX, 100],
  ['Contentful', 'CFPAT-', WORD, 43],
  ['Deno', 'dd[pw]_', ALNUM, 36],
  ['DigitalOcean', 'do[opr]_v1_', HEX, 64],
  ['Docker', 'dckr_(?:pat|oat)_', WORD, 20],
  ['Duffel', 'duffel_(?:test|live)_', DOTTED, 43],
  ['Dynatrace', 'dt0[cs]\\d\\d\\.[A-Za-z0-9]{24}\\.', ALNUM, 64],
  ['E2B', 'e2b_', HEX, 40],
  ['Figma', 'figd_', WORD, 40],
  ['Flutterwave', 'FLW(?:PUB|SEC)K_(?:TEST|LIVE)-', '\\w', 12],
  ['Fly.io', 'fo1_', WORD, 43],
  ['Fly.io, macaroon', 'fm[12][ar]?_', BASE64, 60],
  ['GitHub', 'gh[oprsu]_', ALNUM, 36],
  ['GitHub, fine-grained', 'github_pat_', '\\w', 22],
  ['GitLab', 'gl(?:pat|dt|rt|cbt|ptt|ft|ffct|soat|agent|imt|oas)-', '\\w.-', 20],
  ['GitLab, runner', 'GR1348941', WORD, 20],
  ['GitLab, session', '_gitlab_session=', ALNUM, 32],
  ['Google OAuth', 'GOCSPX-', WORD, 28],
  ['Grafana', 'gl(?:sa|c)_', 'A-Za-z0-9_=+/', 32],
  ['Groq', 'gsk_', ALNUM, 48],
  ['HashiCorp Vault', 'hv[brs]\\.', WORD, 24],
  ['Heroku', 'HRKU-AA', WORD, 58],
  ['Hugging Face', 'hf_', ALNUM, 30],
  ['Hugging Face, organization', 'api_org_', ALNUM, 34],
  ['Jina', 'jina_', WORD, 60],
  ['Langfuse', 'sk-lf-', 'a-f0-9-', 36],
  ['LangSmith', 'lsv2_(?:pt|sk)_', 'a-f0-9_', 40],
  ['Linear', 'lin_(?:api|oauth)_', ALNUM, 32],
  ['Neon', 'napi_', LOWER, 60],
  ['Netlify', 'nfp_', ALNUM, 36],
  ['Notion', 'ntn_', ALNUM, 40],
  ['npm', 'npm_', ALNUM, 36],
  ['NVIDIA', 'nvapi-', WORD, 60],
  ['OpenShift', 'sha256~', WORD, 43],
  ['OpenRouter', 'sk-or-v1-', HEX, 64],
  ['Perplexity', 'pplx-', ALNUM, 40],
  ['Pinecone', 'pcsk_', '\\w', 60],
  ['PlanetScale', 'pscale_(?:tkn|pw|oauth)_', DOTTED, 32],
  ['PostHog', 'phx_', ALNUM, 40],
  ['Postman', 'PMAK-[a-f0-9]{24}-', HEX, 34],
  ['Prefect', 'pn[bu]_', ALNUM, 36],
  ['ReadMe', 'rdme_', ALNUM, 64],
  ['RubyGems', 'rubygems_', HEX, 48],
  ['RunPod', 'rpa_', ALNUM, 40],
  ['Sendinblue', 'xkeysib-[a-f0-9]{64}-', ALNUM, 16],
  ['Sentry', 'sntry[su]_', 'A-Za-z0-9_=+/', 40],
  ['Settlemint', 'sm_[aps]at_', ALNUM, 16],
  ['Shippo', 'shippo_(?:live|test)_', HEX_ANY_CASE, 40],
  ['Shopify', 'shp(?:at|ca|pa|ss)_', HEX_ANY_CASE, 32],
  ['Slack', '(?:xoxe\\.xox[bp]|xox[abeoprs]|xapp-\\d)-', WORD, 10],
  ['Sourcegraph', 'sgp_(?:(?:[A-Fa-f0-9]{16}|local)_)?', HEX_ANY_CASE, 40],
  ['Square', 'sq0(?:atp|csp|idp)-', WORD, 22],
  ['Stripe', '[prs]k_(?:live|test|prod)_', ALNUM, 16],
  ['Stripe, webhook', 'whsec_', BASE64, 24],
  ['Supabase', 'sbp_', HEX, 40],
  ['Supabase, secret', 'sb_secret_', WORD, 20],
  ['Tailscale', 'tskey-[a-z]{2,20}-', WORD, 24],
  ['Tavily', 'tvly-(?:dev-|prod-)?', ALNUM, 30],
  ['Typeform', 'tfp_', DOTTED, 40],
  ['WakaTime', 'waka_', 'a-f0-9-', 36],
  ['xAI', 'xai-', ALNUM, 60],
];

/**
 * Shorter or plainer prefixes, accepted only after a character that is neither a letter nor a
 * digit.
 */
const AT_START: readonly TokenForm[] = [
  [
    '1Password, key',
    'A3-[A-Z0-9]{6}-[A-Z0-9]{6}-?[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}-',
    CAPITALS,
    5,
  ],
  ['Adobe', 'p8e-', ALNUM, 32],
  ['age', 'AGE-SECRET-KEY-1', CAPITALS, 58],
  ['Airtable', 'pat[A-Za-z0-9]{14}\\.', HEX, 64],
  ['Alibaba Cloud', 'LTAI', ALNUM, '16,24'],
  ['Artifactory', 'AKCp', ALNUM, 69],
  ['Artifactory, reference', 'cmVmd', ALNUM, 59],
  ['Atlassian', 'AT(?:ATT|CTT|BB)3', '\\w=-', '60,'],
  ['Bitbucket', 'ATBB', ALNUM, 32],
  [
    'Authress',
    '(?:sc|ext|scauth|authress)_[a-z0-9]{5,30}\\.[a-z0-9]{4,6}\\.acc[_-][a-z0-9-]{10,32}\\.',
    'A-Za-z0-9+/_=-',
    '30,',
  ],
  ['AWS', '(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])', CAPITALS, 16],
  ['AWS Bedrock', 'ABSK', BASE64, '100,'],
  ['Buildkite', 'bk[aup]{2}_', HEX, 40],
  ['Cerebras', 'csk-', LOWER, 48],
  ['ClickHouse', '4b1d', ALNUM, 38],
  ['Cloudflare, scoped', 'cf(?:k|ut|at)_', ALNUM, 48],
  ['crates.io', 'cio', ALNUM, 32],
  ['Databricks', 'dapi', HEX, 32],
  ['DeepSeek', 'sk-', HEX, '32,64'],
  ['Defined Networking', 'dnkey-', '\\w=-', '60,'],
  ['Discord', '[MNO][\\w-]{23,27}\\.[\\w-]{6}\\.', WORD, '27,'],
  ['Doppler', 'dp\\.(?:pt|st|ct|sa|scim|audit)\\.', ALNUM, '40,'],
  ['Dropbox', 'sl\\.(?:u\\.)?', WORD, '120,'],
  ['EasyPost', 'EZ[AT]K', ALNUM, 54],
  ['Facebook', 'EAA[A-Z]', ALNUM, '100,'],
  ['Firecrawl', 'fc-', HEX, 32],
  ['Fireworks', 'fw_', ALNUM, 24],
  ['Frame.io', 'fio-u-', '\\w=-', '64,'],
  ['Google API', 'AIza', WORD, '35,'],
  ['Google OAuth, access', 'ya29\\.', WORD, '20,'],
  ['Grafana, legacy', 'eyJrIjoi', BASE64, '60,'],
  ['Harness', '[ps]at\\.[\\w-]{22}\\.[A-Za-z0-9]{24}\\.', ALNUM, 20],
  ['HubSpot', 'pat-(?:na|eu|ap)\\d-', 'a-f0-9-', 36],
  ['Infracost', 'ico-', ALNUM, 32],
  ['42', 's-s4t2(?:ud|af)-', HEX, 64],
  ['JWT in base64', 'ZXlK', BASE64, '60,'],
  ['LaunchDarkly', `(?:sdk|mob|api)-${UUID_START}`, HEX, 12],
  ['Lob', '(?:live|test)_(?:pub_)?', HEX, '31,35'],
  ['Mailgun', '(?:pub)?key-', HEX, 32],
  ['Mailgun, sending', '[a-f0-9]{32}-[a-f0-9]{8}-', HEX, 8],
  ['Mapbox', '[ps]k\\.[A-Za-z0-9_-]{40,200}\\.', WORD, '20,'],
  ['New Relic', 'NRAK-', 'A-Za-z0-9', 27],
  ['New Relic, insert', 'NRII-', 'A-Za-z0-9-', 32],
  ['New Relic, browser', 'NRJS-', HEX, 19],
  ['Notion, legacy', 'secret_', ALNUM, 43],
  ['NuGet', 'oy2', LOWER, 43],
  ['Octopus Deploy', 'API-', CAPITALS, 26],
  ['Plaid', 'access-(?:sandbox|development|production)-', 'a-f0-9-', 36],
  ['Pulumi', 'pul-', HEX, 40],
  ['PyPI', 'pypi-', WORD, '50,'],
  ['Render', 'rnd_', ALNUM, 28],
  ['Replicate', 'r8_', ALNUM, 37],
  ['Resend', 're_[A-Za-z0-9]{8}_', ALNUM, 24],
  ['Scalingo', 'tk-us-', WORD, '48,'],
  ['SendGrid', 'SG\\.[\\w=-]{16,64}\\.', WORD, '16,'],
  ['Sonar', 'sq[apu]_', HEX, 40],
  ['Square, access', '(?<![+/])EAAA', WORD, '22,60'],
  ['Tencent Cloud', 'AKID', ALNUM, 32],
  ['Trello', 'ATTA', HEX_ANY_CASE, 72],
  ['Twilio', 'SK', HEX, 32],
  ['Vercel', 'vc[aikpr]_', ALNUM, '24,60'],
  ['Yandex Cloud', 'AQVN', WORD, '35,38'],
  ['Yandex Cloud, static', 'YC', WORD, 38],
  ['Yandex Cloud, IAM', 't1\\.[\\w-]{20,400}={0,2}\\.', '\\w=-', '86,88'],
  ['Zoho', '1000\\.[a-f0-9]{32}\\.', HEX, 32],
];

/** No letter or digit before, but for the end of an escape: `%3Dghp_…`, `\nghp_…`, `\u0026ghp_…`. */
const START = '(?:(?<![A-Za-z0-9])|(?<=%[0-9A-Fa-f]{2}|\\\\[nrt]|\\\\u00[0-9A-Fa-f]{2}))';

/** After an exact length or range no word character may follow, or it is another kind of text. */
const lengthOf = ([, , , length]: TokenForm): string =>
  `{${length}}${`${length}`.endsWith(',') ? '' : '(?!\\w)'}`;

interface TokenSearch {
  /** Matches a possible start, and quickly rejects most positions. */
  readonly prefix: RegExp;
  /** Each repetition is of a single class, or bounded, so no text makes it slow. */
  readonly token: RegExp;
}

function searchFor(
  start: string,
  forms: readonly TokenForm[],
  repetitionOf: (form: TokenForm) => string,
): TokenSearch {
  const prefixes = forms.map(([, prefix]) => prefix);
  const tokens = forms.map((form) => `${form[1]}[${form[2]}]${repetitionOf(form)}`);
  return {
    prefix: new RegExp(`${start}(?:${prefixes.join('|')})`, 'g'),
    token: new RegExp(`${start}(?:${tokens.join('|')})`, 'y'),
  };
}

/** Apart, for as one expression they take twice the time. */
const SEARCHES: readonly TokenSearch[] = [
  searchFor('', UNMISTAKABLE, ([, , , length]) => `{${length},}`),
  searchFor(START, AT_START, lengthOf),
];

/**
 * Length of the shortest token. All tokens consist of these characters, except for parts in base64.
 */
const RUN_LENGTH_MIN = 20;
const IS_IN_RUN = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\w%.~=-]/.test(String.fromCharCode(code)) ? 1 : 0,
);
/** As much before a run as {@link START} looks at. */
const BEFORE_MAX = 6;

/** Returns the tokens that an issuer's format identifies. */
export function issuedTokens(text: string): TextRange[] {
  const found: TextRange[] = [];
  const isInRun = (at: number): boolean => IS_IN_RUN[text.charCodeAt(at)] === 1;
  let end = 0;
  // A run of this length contains one of every so many positions, so most characters are never
  // visited.
  for (let at = RUN_LENGTH_MIN - 1; at < text.length; at += RUN_LENGTH_MIN) {
    if (!isInRun(at)) continue;
    let start = at;
    while (start > end && isInRun(start - 1)) start--;
    end = at + 1;
    while (end < text.length && isInRun(end)) end++;
    if (end - start >= RUN_LENGTH_MIN) tokensOfRun(text, start, end, found);
    at = end;
  }
  return found;
}

function tokensOfRun(text: string, start: number, end: number, found: TextRange[]): void {
  const from = Math.max(0, start - BEFORE_MAX);
  const run = text.slice(from, end);
  for (const { prefix, token } of SEARCHES) {
    prefix.lastIndex = start - from;
    for (let match = prefix.exec(run); match !== null; match = prefix.exec(run)) {
      token.lastIndex = from + match.index;
      const whole = token.exec(text)?.[0];
      if (whole !== undefined)
        found.push({ start: from + match.index, end: from + match.index + whole.length });
      prefix.lastIndex = match.index + (whole?.length ?? 1);
    }
  }
}
