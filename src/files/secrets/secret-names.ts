import {
  looksChosen,
  looksChosenWithSign,
  looksMade,
  looksRandom,
  looksSet,
  looksSetByHand,
  looksShuffled,
} from './secret-values.ts';

/** How a value is given to a name. Quantifiers are bounded, so that no text makes them slow. */
interface NamedForm {
  /**
   * Sticky: begins where one of {@link SECRET_NAMES} ended, for names are rarer than lines and quotes.
   * What the group `secret` matches, which ends the match or nearly so, is masked.
   */
  readonly pattern: RegExp;
  readonly accepts: (secret: string) => boolean;
  /** Only for what is named like a password, which may be short. */
  readonly ofPassword?: boolean;
}

/** The words that name a secret, in the middle of other words too. */
const NAME =
  '(?:secret|passw(?:or)?d|passphrase|pwd|token|credential|bearer|(?:api|access|account|auth|encryption|private|shared|signing)[ _-]?key)';

/** All places where such a word stands; most texts have none. */
export const SECRET_NAMES = new RegExp(NAME, 'gi');

/** Whether it names a password, which may be short, and no `private key`. */
export function isPasswordName(name: string): boolean {
  return /^p/i.test(name) && !/key$/i.test(name);
}

const QUOTE = `['"${'`'}]`;
/** `: &'static str`, `?: string | undefined`, `: Optional[str]`, `[]` of C, ` string` of Go. */
const TYPE = String.raw`[?!]?(?:\s{0,8}:\s{0,8}[\w&'.?|* ]{1,60}(?:[<[][\w&'.?|*, ]{0,60}[>\]][\w&'.?| ]{0,24})?(?=[:=])|\[\w{0,10}\]|[ ]string(?=[ ]?=))?`;
/** Of all languages: `=`, `:`, `:=`, `=>`, `==`, `??=`, `.=`, `?=`, `:::=`. */
const ASSIGNED = String.raw`\s{0,8}(?:\|\||\?\?|[.?+]|:{1,2})?[:=]={0,2}>?\s{0,40}`;
/** `process.env.KEY ??`, `getenv('KEY') or`, `getenv('KEY',`: where the value is when there is no other. */
const FALLBACK = String.raw`(?:[\w.$?[\]'"()!: -]{1,80}?\s{0,40}(?:\?\?|\|\||\bor\b|\?:)\s{0,40}|[\w.:$>-]{0,40}(?:env|get|fetch|default|option|config)\w{0,20}!?\(\s{0,8}['"][\w.-]{1,60}['"]\s{0,8},\s{0,8}(?:default\s{0,2}=\s{0,2})?)?`;
/** From the end of a name to the quotation mark. */
const GIVEN = `\\\\{0,3}${QUOTE}?\\]?${TYPE}${ASSIGNED}${FALLBACK}(?:\\(\\s{0,40})?`;
/** With what some languages write before it: `b'…'`, `r#"…"#`, `@"…"`, `\\"…\\"`. */
const OPEN = `[bru@]?#?\\\\{0,3}(?<quote>"""|'''|${QUOTE})`;

/** A quoted text of so many characters, without spaces. */
function quoted(length: string): string {
  return String.raw`${OPEN}(?<secret>[^\s'"${'`'}]{${length}})(?<!\\)\\{0,3}\k<quote>`;
}

/** The end of an unquoted value: of its line, or where a comment begins. */
const LINE_END = String.raw`(?:[ \t]{0,8}\r?$|[ \t]{1,8}#)`;
/** The start of the line, up to the end of the name. */
const LINE_START = String.raw`(?<=^[ \t]{0,40}(?:- )?[\w. -]{0,110})`;

function form(pattern: string, accepts: NamedForm['accepts'], ofPassword = false): NamedForm {
  return { pattern: new RegExp(pattern, 'imy'), accepts, ofPassword };
}

/** Of pairs as `name: API_TOKEN` and `value: …` on the next line, what is between. */
const PAIRED = String.raw`[\w.-]{0,40}['"]?(?:[ \t]{0,8},)?\s{1,40}['"]?value['"]?\s{0,4}[:=][ \t]{0,4}`;
const PAIR_START = String.raw`(?<=(?:name|key|id)['"]?\s{0,4}[:=]\s{0,4}['"]?[\w. -]{0,110})`;

export const NAMED_FORMS: readonly NamedForm[] = [
  // A quoted text given to something that is named like a key, or like a password.
  form(String.raw`\w{0,40}${GIVEN}${quoted('16,4096')}`, looksRandom),
  form(`${GIVEN}${quoted('8,64')}`, looksChosen, true),
  // Given by a call or in a list: `setdefault('API_TOKEN', '…')`, `tokens = ['…']`.
  form(String.raw`\w{0,40}${QUOTE}\s{0,8},\s{0,8}${quoted('16,4096')}`, looksMade),
  form(
    String.raw`\w{0,40}${QUOTE}?\s{0,4}[:=]?\s{0,4}[[({]\s{0,40}${quoted('16,4096')}`,
    looksShuffled,
  ),
  form(
    String.raw`(?<=\b(?:define|\w{0,8}env|get|fetch|setdefault)\(\s{0,8}['"][\w.]{0,80})['"]\s{0,8},\s{0,8}${quoted('8,64')}`,
    looksChosen,
    true,
  ),
  form(
    String.raw`(?<=#[ \t]{0,4}define[ \t]{1,8}\w{1,80})\w{0,40}[ \t]{1,40}\(?${quoted('16,4096')}`,
    looksRandom,
  ),
  // Alone on its line, as in YAML, INI and properties files; code ends in more.
  form(
    String.raw`${LINE_START}[\w.-]{0,40}[ \t]{0,8}[:=][ \t]{0,8}(?<secret>[\w.~+/=-]{16,4096})${LINE_END}`,
    looksMade,
  ),
  // Signs that are operators of code are none of a password here.
  form(
    String.raw`${LINE_START}[ \t]{0,8}[:=][ \t]{0,8}(?<secret>[^\s'"${'`'}(){}<>,;+*/%&|=]{8,64})${LINE_END}`,
    looksChosenWithSign,
    true,
  ),
  // A folded text of YAML.
  form(
    String.raw`[\w.-]{0,40}['"]?[ \t]{0,4}:[ \t]{1,8}[|>][+-]?[ \t]{0,8}\r?\n[ \t]{1,40}(?<secret>[\w.~+/=-]{16,4096})[ \t]{0,8}\r?$`,
    looksMade,
  ),
  // Anywhere in prose, headers, flow notation of YAML, tables: `**API token:** …`, `| TOKEN | … |`.
  form(
    String.raw`[\w.-]{0,40}['")\]${'`'}*]{0,4}[ \t]{0,8}[:=|][ \t*|${'`'}]{0,8}(?<secret>[a-z0-9+/][\w.~+/=-]{15,400})(?![\w.~+/=([-])`,
    looksShuffled,
  ),
  // In a sentence: "the token is `…`", "log in with password …".
  form(
    String.raw`[\w.-]{0,40}['")\]${'`'}*]{0,4}[ \t]{1,4}(?:(?:is|was|of|to|as|the|following)\b:?[ \t]{1,4}){0,2}['"${'`'}*<]{0,2}(?<secret>[a-z0-9+/][\w.~+/=-]{14,399}[\w~+/=-])(?![\w~+/=([-])`,
    looksShuffled,
  ),
  // Pairs: environments of containers, attributes of elements, fields of forms.
  form(`${PAIR_START}${PAIRED}${quoted('16,4096')}`, looksRandom),
  form(`${PAIR_START}${PAIRED}${quoted('8,64')}`, looksChosen, true),
  form(String.raw`${PAIR_START}${PAIRED}(?<secret>[\w.~+/=-]{16,4096})${LINE_END}`, looksMade),
  // `<password>…</password>`
  form(
    String.raw`(?<=<[\w.:-]{0,110})[\w.-]{0,40}>\s{0,40}(?<secret>[^\s<>{}$'"${'`'}]{16,4096})\s{0,40}</`,
    looksRandom,
  ),
  form(
    String.raw`(?<=<[\w.:-]{0,110})>\s{0,40}(?<secret>[^\s<>{}$'"${'`'}]{8,64})\s{0,40}</`,
    looksChosen,
    true,
  ),
  // Arguments of programs: `--token …`, `--password=…`, `configure set aws_secret_access_key …`.
  form(
    String.raw`(?<=\s['"]?--[\w-]{0,80})[\w-]{0,20}[ \t=]{1,4}(?<secret>[\w.~+/=-]{16,400})(?![\w.~+/=([-])`,
    looksShuffled,
  ),
  form(
    String.raw`(?<=\s['"]?--[\w-]{0,80})[ \t=]{1,4}['"]?(?<secret>[^\s'"${'`'}<>{}()[\],;|$%*\\]{6,200})(?=['"]?(?:\s|$))`,
    looksSetByHand,
    true,
  ),
  form(
    String.raw`(?<=(?:\bset|^[ \t]{0,8}ENV)[ \t]{1,8}[\w./:-]{0,80})[\w.-]{0,40}[ \t]{1,4}(?<secret>[\w.~+/=-]{16,400})(?![\w.~+/=([-])`,
    looksShuffled,
  ),
  // `ALTER USER x WITH PASSWORD '…'`
  form(
    String.raw`[ \t]{1,8}(?:=[ \t]{0,8})?(?<quote>['"])(?<secret>[^\s'"]{6,200})\k<quote>(?<=\b(?:create|alter)\s{1,8}(?:user|role|login)\b[^;]{0,400})`,
    looksSet,
    true,
  ),
];

/** What {@link ENV_FORMS} match holds such a name. */
export const ENV_NAME = /(?:SECRET|PASS|TOKEN|CREDENTIAL|KEY)[A-Z0-9_]{0,60}=/;

/** Only at the start of a line, where code has none, or behind a word that makes it an assignment. */
const ENV_START = String.raw`^(?:[ \t]{0,40}(?:export|ENV|ARG|-)[ \t]{1,8})?[A-Z0-9_]{0,60}`;

/** In the notation of .env files: a key, and a password, which may be short and quoted. */
export const ENV_FORMS: readonly NamedForm[] = [
  {
    pattern: new RegExp(
      String.raw`${ENV_START}(?:SECRET|PASSWORD|PASSWD|TOKEN|CREDENTIAL|KEY)[A-Z0-9_]{0,60}=(?<secret>[^\s'"]{16,4096})(?:$|[ \t]{1,8}(?:#|$))`,
      'gm',
    ),
    accepts: looksRandom,
  },
  {
    pattern: new RegExp(
      String.raw`${ENV_START}(?:PASS|PASSWORD|PASSWD|SECRET)=['"]?(?<secret>[^\s'"]{6,200})['"]?${LINE_END}`,
      'gm',
    ),
    accepts: looksSet,
  },
];

/** A key or token in the query of a URL. */
export const QUERY_FORM: NamedForm = {
  pattern: new RegExp(
    String.raw`[?&](?:[\w-]{0,40}${NAME}|sig|signature)=(?<secret>[\w.~+/%=-]{16,4096})`,
    'gi',
  ),
  accepts: looksRandom,
};
