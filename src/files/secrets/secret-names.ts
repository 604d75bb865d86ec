import {
  looksChosen,
  looksChosenWithSign,
  looksMade,
  looksRandom,
  looksSet,
  looksSetByHand,
  looksShuffled,
} from './secret-values.ts';

/** A form in which a name is given a value. Quantifiers are bounded, so no text makes them slow. */
interface NamedForm {
  /**
   * Sticky pattern that starts where a match of {@link SECRET_NAMES} ended, because names are rarer
   * than lines and quotes. The group `secret` is masked; it is at or near the end of the match.
   */
  readonly pattern: RegExp;
  readonly accepts: (secret: string) => boolean;
  /** Whether the form applies only to password names, whose values may be short. */
  readonly ofPassword?: boolean;
}

/** Words that name a secret, also inside other words. */
const NAME =
  '(?:secret|passw(?:or)?d|passphrase|pwd|token|credential|bearer|(?:access|account|admin|api|auth|encryption|master|private|shared|signing)[ _-]?key)';

/** Finds all such words; most texts have none. */
export const SECRET_NAMES = new RegExp(NAME, 'gi');

/** Whether a name is for a password, which may be short, and not for a `private key`. */
export function isPasswordName(name: string): boolean {
  return /^p/i.test(name) && !/key$/i.test(name);
}

const QUOTE = `['"${'`'}]`;
/**
 * Type annotations: `: &'static str`, `?: string | undefined`, `: Optional[str]`, `[]` in C, `
 * string` in Go.
 */
const TYPE = String.raw`[?!]?(?:\s{0,8}:\s{0,8}[\w&'.?|* ]{1,60}(?:[<[][\w&'.?|*, ]{0,60}[>\]][\w&'.?| ]{0,24})?(?=[:=])|\[\w{0,10}\]|[ ]string(?=[ ]?=))?`;
/** Assignment operators of all languages: `=`, `:`, `:=`, `=>`, `==`, `??=`, `.=`, `?=`, `:::=`. */
const ASSIGNED = String.raw`\s{0,8}(?:\|\||\?\?|[.?+]|:{1,2})?[:=]={0,2}>?\s{0,40}`;
/** Lookups with a fallback value: `process.env.KEY ??`, `getenv('KEY') or`, `getenv('KEY',`. */
const FALLBACK = String.raw`(?:[\w.$?[\]'"()!: -]{1,80}?\s{0,40}(?:\?\?|\|\||\bor\b|\?:)\s{0,40}|[\w.:$>-]{0,40}(?:env|get|fetch|default|option|config)\w{0,20}!?\(\s{0,8}['"][\w.-]{1,60}['"]\s{0,8},\s{0,8}(?:default\s{0,2}=\s{0,2})?)?`;
/** Matches the text between the end of a name and the quotation mark. */
const GIVEN = `\\\\{0,3}${QUOTE}?\\]?${TYPE}${ASSIGNED}${FALLBACK}(?:\\(\\s{0,40})?`;
/** Matches an opening quote with a language's prefix: `b'…'`, `r#"…"#`, `@"…"`, `\\"…\\"`. */
const OPEN = `[bru@]?#?\\\\{0,3}(?<quote>"""|'''|${QUOTE})`;

/** Returns a pattern for a quoted text without spaces. `length` is a quantifier range. */
function quoted(length: string): string {
  return String.raw`${OPEN}(?<secret>[^\s'"${'`'}]{${length}})(?<!\\)\\{0,3}\k<quote>`;
}

/** The end of an unquoted value: the end of its line, or the start of a comment. */
const LINE_END = String.raw`(?:[ \t]{0,8}\r?$|[ \t]{1,8}#)`;
/** The start of the line, up to the end of the name. */
const LINE_START = String.raw`(?<=^[ \t]{0,40}(?:- )?[\w. -]{0,110})`;

function form(pattern: string, accepts: NamedForm['accepts'], ofPassword = false): NamedForm {
  return { pattern: new RegExp(pattern, 'imy'), accepts, ofPassword };
}

/** Text between name and value of a pair: `name: API_TOKEN` with `value: …` on the next line. */
const PAIRED = String.raw`[\w.-]{0,40}['"]?(?:[ \t]{0,8},)?\s{1,40}['"]?value['"]?\s{0,4}[:=][ \t]{0,4}`;
const PAIR_START = String.raw`(?<=(?:name|key|id)['"]?\s{0,4}[:=]\s{0,4}['"]?[\w. -]{0,110})`;

export const NAMED_FORMS: readonly NamedForm[] = [
  // A quoted text assigned to a key name or a password name.
  form(String.raw`\w{0,40}${GIVEN}${quoted('16,4096')}`, looksRandom),
  form(`${GIVEN}${quoted('8,64')}`, looksChosen, true),
  // A value passed to a call or listed: `setdefault('API_TOKEN', '…')`, `tokens = ['…']`.
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
  // A value alone on its line, as in YAML, INI and properties files; lines of code continue after
  // it.
  form(
    String.raw`${LINE_START}[\w.-]{0,40}[ \t]{0,8}[:=][ \t]{0,8}(?<secret>[\w.~+/=-]{16,4096})${LINE_END}`,
    looksMade,
  ),
  // Operators of code are not allowed in a password here.
  form(
    String.raw`${LINE_START}[ \t]{0,8}[:=][ \t]{0,8}(?<secret>[^\s'"${'`'}(){}<>,;+*/%&|=]{8,64})${LINE_END}`,
    looksChosenWithSign,
    true,
  ),
  // A folded text in YAML.
  form(
    String.raw`[\w.-]{0,40}['"]?[ \t]{0,4}:[ \t]{1,8}[|>][+-]?[ \t]{0,8}\r?\n[ \t]{1,40}(?<secret>[\w.~+/=-]{16,4096})[ \t]{0,8}\r?$`,
    looksMade,
  ),
  // A value in prose, headers, YAML flow notation or tables: `**API token:** …`, `| TOKEN | … |`.
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
  // An element: `<password>…</password>`
  form(
    String.raw`(?<=<[\w.:-]{0,110})[\w.-]{0,40}>\s{0,40}(?<secret>[^\s<>{}$'"${'`'}]{16,4096})\s{0,40}</`,
    looksRandom,
  ),
  form(
    String.raw`(?<=<[\w.:-]{0,110})>\s{0,40}(?<secret>[^\s<>{}$'"${'`'}]{8,64})\s{0,40}</`,
    looksChosen,
    true,
  ),
  // Program arguments: `--token …`, `--password=…`, `configure set aws_secret_access_key …`.
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
  // SQL: `ALTER USER x WITH PASSWORD '…'`
  form(
    String.raw`[ \t]{1,8}(?:=[ \t]{0,8})?(?<quote>['"])(?<secret>[^\s'"]{6,200})\k<quote>(?<=\b(?:create|alter)\s{1,8}(?:user|role|login)\b[^;]{0,400})`,
    looksSet,
    true,
  ),
];

/** Matches a name contained in every match of {@link ENV_FORMS}. */
export const ENV_NAME = /(?:SECRET|PASS|TOKEN|CREDENTIAL|KEY)[A-Z0-9_]{0,60}=/;

/**
 * Matches only at the start of a line, where code has no assignment in this form, or after a
 * keyword that marks one.
 */
const ENV_START = String.raw`^(?:[ \t]{0,40}(?:export|ENV|ARG|-)[ \t]{1,8})?[A-Z0-9_]{0,60}`;

/** Forms in .env files: a key, and a password, which may be short and quoted. */
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
