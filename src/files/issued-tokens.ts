/**
 * The forms that issuers give their keys and tokens so that scanners can find them: a prefix that
 * nobody uses by chance, and a length. Parts of one expression, for a text is searched once for all of
 * them; every quantifier is a single class, so no text makes it slow.
 */
const FORMS: readonly (readonly [issuer: string, form: string])[] = [
  ['AWS', '(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\\b'],
  ['Alibaba Cloud', 'LTAI[A-Za-z0-9]{16,24}\\b'],
  ['Tencent Cloud', 'AKID[A-Za-z0-9]{32}\\b'],
  ['GitHub', 'gh[oprsu]_[A-Za-z0-9]{36,}'],
  ['GitHub, fine-grained', 'github_pat_\\w{22,}'],
  ['GitLab', 'gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|imt)-[\\w-]{20,}'],
  ['Slack', '(?:xox[abeoprs]-|xapp-\\d-)[\\w-]{10,}'],
  ['Google API', 'AIza[\\w-]{35}'],
  ['Google OAuth', '(?:GOCSPX-[\\w-]{28}|ya29\\.[\\w-]{20,}|1//0[\\w-]{40,})'],
  ['Stripe', '(?:[prs]k_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/]{24,})'],
  ['npm', 'npm_[A-Za-z0-9]{36}\\b'],
  ['PyPI', 'pypi-[\\w-]{50,}'],
  ['RubyGems', 'rubygems_[a-f0-9]{48}\\b'],
  ['Docker', 'dckr_(?:pat|oat)_[\\w-]{20,}'],
  ['Hugging Face', 'hf_[A-Za-z0-9]{30,}'],
  ['Replicate', 'r8_[A-Za-z0-9]{37}\\b'],
  ['Groq', 'gsk_[A-Za-z0-9]{48,}'],
  ['xAI', 'xai-[A-Za-z0-9]{60,}'],
  ['Perplexity', 'pplx-[A-Za-z0-9]{40,}'],
  ['SendGrid', 'SG\\.[\\w-]{16,}\\.[\\w-]{16,}'],
  ['Mailgun', 'key-[a-f0-9]{32}\\b'],
  ['Twilio', 'SK[a-f0-9]{32}\\b'],
  ['DigitalOcean', 'do[opr]_v1_[a-f0-9]{64}\\b'],
  ['Shopify', 'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}\\b'],
  ['Square', 'sq0(?:atp|csp|idp)-[\\w-]{22,}'],
  ['Atlassian', 'ATATT3[\\w=-]{60,}'],
  ['Linear', 'lin_(?:api|oauth)_[A-Za-z0-9]{32,}'],
  ['Notion', '(?:secret_[A-Za-z0-9]{43}|ntn_[A-Za-z0-9]{40,})\\b'],
  ['Figma', 'figd_[\\w-]{40,}'],
  ['Databricks', 'dapi[a-f0-9]{32}\\b'],
  ['Doppler', 'dp\\.(?:pt|st|ct|sa)\\.[A-Za-z0-9]{40,}'],
  ['HashiCorp Vault', 'hv[bs]\\.[\\w-]{24,}'],
  ['Grafana', 'gl(?:sa|c)_[A-Za-z0-9_=+/]{32,}'],
  ['New Relic', 'NRAK-[A-Z0-9]{27}\\b'],
  ['Sentry', 'sntry[su]_[A-Za-z0-9_=+/]{40,}'],
  ['Supabase', 'sb(?:p_[a-f0-9]{40}|_secret_[\\w-]{20,})\\b'],
  ['PlanetScale', 'pscale_(?:tkn|pw|oauth)_[\\w-]{32,}'],
  ['Postman', 'PMAK-[a-f0-9]{24}-[a-f0-9]{34}\\b'],
  ['Pulumi', 'pul-[a-f0-9]{40}\\b'],
  ['Fly.io', 'fo1_[\\w-]{43}\\b'],
  ['Netlify', 'nfp_[A-Za-z0-9]{36,}'],
  ['Buildkite', 'bk[aup]{2}_[a-f0-9]{40}\\b'],
  ['Sourcegraph', 'sgp_(?:[a-fA-F0-9]{16}_)?[a-fA-F0-9]{40}\\b'],
  ['age', 'AGE-SECRET-KEY-1[A-Z0-9]{58}\\b'],
];

/** Any of the forms, where no word runs into it. */
export const ISSUED_TOKEN = new RegExp(`\\b(?:${FORMS.map(([, form]) => form).join('|')})`, 'g');
