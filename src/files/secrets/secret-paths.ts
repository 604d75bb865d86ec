import { basenameOf } from '../../model/path.ts';
import { issuedTokens } from './issued-tokens.ts';

/** Files in which tools store credentials, by their whole name. */
const NAMES = new Set([
  '.env',
  '.envrc',
  '.flaskenv',
  '.npmrc',
  '.pypirc',
  '.netrc',
  '_netrc',
  '.pgpass',
  'pgpass.conf',
  '.my.cnf',
  '.mylogin.cnf',
  '.htpasswd',
  'htpasswd',
  '.git-credentials',
  '.terraformrc',
  'terraform.rc',
  '.dockercfg',
  '.boto',
  '.s3cfg',
  '.vault-token',
  'kubeconfig',
  'kubeconfig.yml',
  'kubeconfig.yaml',
  'credentials',
  'authorized_keys',
  'known_hosts',
  'fish_history',
]);

/**
 * Files in which tools store credentials, by part of their name: the rest may be a stage, a host or
 * a person.
 */
const NAME_FORMS = [
  /^\.env[-_.]/,
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?:[_-][\w-]+)?$/,
  /^\.\w+_history$/,
  /^\.?vault[-_]pass(?:word)?(?:\.txt)?$/,
  /(?:^|[-_.])service[-_]?account(?:[-_]?(?:keys?|credentials?))?\.json$/,
  /(?:^|[-_.])(?:gcp|gcloud|gcs|google|google[-_]cloud|firebase|sa)[-_]?keys?\.json$/,
  /firebase-adminsdk[\w-]*\.json$/,
];

/** Extensions of keys, certificates and their stores, and of deployment variables and state. */
const EXTENSION =
  /\.(?:p8|key|pem|p12|pfx|pkcs12|jks|jceks|keytab|der|cer|crt|keystore|kdbx|ppk|gpg|ovpn|env|htpasswd|kubeconfig|tfvars|tfvars\.json|tfstate)$/;

const ENDINGS = [
  '.aws/credentials',
  '.aws/config',
  '.docker/config.json',
  '.kube/config',
  '.composer/auth.json',
  '.config/gcloud/credentials.db',
  '.config/gcloud/access_tokens.db',
  '.config/gcloud/application_default_credentials.json',
];

/** Folders that contain only keys and session data. */
const FOLDER = /(?:^|\/)(?:\.ssh|\.gnupg|\.aws\/sso\/cache)\//;

/**
 * Matches `secrets/prod.yaml` of a project or its deployment. Deeper folders of this name belong to
 * packages and texts (`packages/secrets/package.json`, `locales/secrets/en.json`), which are code.
 */
const SECRETS_FOLDER =
  /^(?:(?:[\w.-]+\/)?(?:conf|config|deploy|deployment|docker|infra|infrastructure|k8s|kubernetes|ops|terraform|ansible)\/)?\.?secrets\/[^/]+\.(?:cfg|conf|ini|json|properties|toml|txt|ya?ml)$/;
/** Package manifests, which are no secrets even in such a folder. */
const MANIFEST =
  /^(?:(?:package|project|deno|composer|[jt]sconfig[\w.-]*)\.json|(?:cargo|pyproject)\.toml|(?:kustomization|chart|values)\.ya?ml|cmakelists\.txt|requirements[\w.-]*\.txt)$/;

/** Words that make a data file suspicious: `db-passwords.yml`, `api_token`. */
const KEYWORDS = new Set([
  'credential',
  'credentials',
  'passwd',
  'password',
  'passwords',
  'private',
  'secret',
  'secrets',
  'token',
  'tokens',
]);
/** Compiler options, whatever the word in between: `tsconfig.private.json`. */
const COMPILER_OPTIONS = /^[jt]sconfig(?:[.-][\w.-]+)?\.json$/;
const DATA_EXTENSION = /\.(?:cfg|conf|ini|json|jsonc|json5|log|toml|txt|ya?ml)$/;

/** In tables and messages the words are topics, as on pages (`secrets.md`), unless they end the name: `token_counts.csv`, but `api-tokens.csv`. */
const TABLE =
  /(?:^|[-_. ])(?:credentials?|passwords|passwd|secrets?|tokens)\.(?:csv|tsv|properties)$/;
/** Layouts and icons of programs also have such names: `fragment_password.xml`. */
const MARKUP = /^(?:credentials|passwords|secrets)\.(?:xml|plist)$/;

/** Suffixes that disable, back up or encrypt a file. */
const COPY_SUFFIX = /(?:\.(?:bak|backup|old|orig|save|copy|enc|sops|age)|~)$/;

/**
 * Whether a file is never read because its path indicates secrets or is one. Source files are
 * judged by their content instead: `token.ts` is about tokens.
 */
export function isSecretPath(path: string): boolean {
  if (issuedTokens(path).length > 0) return true;
  const lower = path.toLowerCase();
  if (lower === 'auth.json' || FOLDER.test(lower)) return true;
  const name = basenameOf(path);
  return isSecretName(lower, name) || isCopyOfSecret(lower, name);
}

/** Whether a file is a copy of a secret one: `key.pem.bak` is as secret as `key.pem`. */
function isCopyOfSecret(lower: string, name: string): boolean {
  const [suffix] = COPY_SUFFIX.exec(name.toLowerCase()) ?? [];
  if (suffix === undefined || suffix.length === name.length) return false;
  return isSecretName(lower.slice(0, -suffix.length), name.slice(0, -suffix.length));
}

function isSecretName(lower: string, name: string): boolean {
  const lowerName = name.toLowerCase();
  return (
    NAMES.has(lowerName) ||
    NAME_FORMS.some((form) => form.test(lowerName)) ||
    [EXTENSION, TABLE, MARKUP].some((form) => form.test(lowerName)) ||
    ENDINGS.some((ending) => lower === ending || lower.endsWith(`/${ending}`)) ||
    (SECRETS_FOLDER.test(lower) && !MANIFEST.test(lowerName)) ||
    isSuspiciousData(name)
  );
}

/** Names of tasks with a password: a form, its texts, a mail; not a store of passwords. */
const PASSWORD_TASK =
  /\b(?:reset|forgot|forgotten|change|confirm|recover)[-_. ]?password\b|\bpassword[-_. ]?(?:reset|recovery|change)\b/g;

function isSuspiciousData(name: string): boolean {
  const hasExtension = /[^.]\.[^.]+$/.test(name);
  if (hasExtension && !DATA_EXTENSION.test(name.toLowerCase())) return false;
  if (COMPILER_OPTIONS.test(name)) return false;
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return words
    .replace(PASSWORD_TASK, '')
    .split(/[^a-z0-9]+/)
    .some((word) => KEYWORDS.has(word));
}
