/**
 * Minimum entropy of a key, in bits per character; words and identifiers of this length have less.
 */
const ENTROPY_MIN = 3;
/** Minimum entropy of a dense value; paths and names of about 40 characters have less. */
const DENSE_ENTROPY_MIN = 4.3;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Entropy of random digits: 3.3 at most, less of so few; round and repeated ones stay below. */
const DIGITS = /^\d{16,}$/;
const DIGITS_ENTROPY_MIN = 2.7;
const HEX_KEY = /^[a-f0-9-]{32,}$/i;

/**
 * Matches a reference to a value stored elsewhere: a path, a variable, a parameter, a part of a
 * template.
 */
const REFERENCE =
  /^[./~$%<*]|^:\w+$|^\{[\w.]*\}$|^\[[\w. -]*\]$|:\/\/|[$#]\{|\{\{|\\\(|process\.env/;
const PLACEHOLDER = /^(?:your|my|the|some|change|insert|replace|example|dummy|x{3})|\.\.\./i;

/** Matches signs that occur in passwords but not in names in code. */
const SIGN = /[!#$?@^~]/;

/** Whether a value refers to one that is defined elsewhere. */
export function isReference(value: string): boolean {
  return REFERENCE.test(value);
}

/** Whether a value only describes what to put in its place. */
export function looksLikePlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value);
}

/** Whether a value is more likely a generated key than a name, a path, a sentence or a placeholder. */
export function looksRandom(value: string): boolean {
  if (UUID.test(value)) return true;
  if (DIGITS.test(value)) return entropyOf(value) >= DIGITS_ENTROPY_MIN;
  const isMixed = /\d/.test(value) && /[a-z]/i.test(value) && /[A-Za-z0-9+/=]{16}/.test(value);
  return !REFERENCE.test(value) && isMixed && entropyOf(value) >= ENTROPY_MIN;
}

/**
 * Whether a value looks like no name in code, for forms in which a name could take the value's
 * place.
 */
function looksGenerated(value: string): boolean {
  if (!looksRandom(value)) return false;
  if (HEX_KEY.test(value)) return true;
  const isDense = /\d\w*\d/.test(value) || entropyOf(value) >= DENSE_ENTROPY_MIN;
  return isDense && /[a-z]/.test(value) && /[A-Z]/.test(value);
}

/**
 * Minimum share of adjacent characters that differ in class (lower case, upper case, digit, sign);
 * a capital followed by a lower-case letter does not count. Random letters and digits have more
 * than four in ten. Names have one or two changes, because their words are longer
 * (`sha256Base64Encoder`, `Secret2ForTestsOnly`: two).
 */
const CHANGES_MIN = 0.27;
/** The same minimum for a value with a single digit: `AddEnableK8sTokensViaDnsFlag` is a name. */
const CHANGES_OF_ONE_DIGIT_MIN = 0.35;
/** Matches algorithm names, which change class as often: `PBKDF2WithHmacSHA256`. */
const ALGORITHM = /hmac|pbkdf|sha-?(?:1|2|3|5)|aes|rsa|ecdsa|md5/i;
const LONGEST_RUN = /[A-Za-z0-9+/]{16,}/g;
const CHANGE = /(?<=[a-z])[^a-z/]|(?<=[A-Z])[^A-Za-z/]|(?<=\d)[^\d/]|(?<=\+)[^+/]/g;

/**
 * Whether a value changes character class more often than any name, for prose and code, where
 * anything may occur.
 */
export function looksShuffled(value: string): boolean {
  if (PLACEHOLDER.test(value) || ALGORITHM.test(value) || !looksRandom(value)) return false;
  if (HEX_KEY.test(value)) return true;
  return (value.match(LONGEST_RUN) ?? []).some((run) => {
    const share = (run.match(CHANGE)?.length ?? 0) / (run.length - 1);
    const shareMin = /\d.*\d/.test(run) ? CHANGES_MIN : CHANGES_OF_ONE_DIGIT_MIN;
    return share >= shareMin && /\d/.test(run) && entropyOf(run) >= ENTROPY_MIN;
  });
}

/**
 * Accepts a value alone on its line or in a call if {@link looksGenerated} or {@link looksShuffled}
 * does.
 */
export function looksMade(value: string): boolean {
  return looksGenerated(value) || looksShuffled(value);
}

/** Whether a value looks chosen by a person to satisfy a password form. */
export function looksChosen(value: string): boolean {
  if (REFERENCE.test(value) || PLACEHOLDER.test(value) || /^[\w-]+(?:[.:][\w-]+)+$/.test(value))
    return false;
  return (
    [/[a-z]/, /[A-Z]/, /\d/, /[!"#$%&*+/<=>?@^~]/].filter((kind) => kind.test(value)).length >= 3
  );
}

/** Whether an unquoted value looks chosen, where a name in code could take its place. */
export function looksChosenWithSign(value: string): boolean {
  return SIGN.test(value) && looksChosen(value);
}

/** Whether a value is a password, even a plain word, and not a placeholder or reference. */
export function isGiven(value: string): boolean {
  return !REFERENCE.test(value) && !PLACEHOLDER.test(value) && !/^password$|^\*/i.test(value);
}

/** Whether a password was actually written down, as opposed to a word or a note to insert one. */
export function looksSet(value: string): boolean {
  if (REFERENCE.test(value) || PLACEHOLDER.test(value)) return false;
  return /[a-z]/i.test(value) && /[^a-z_-]/i.test(value);
}

/**
 * Whether a password was written down where a word, a file or a member access is possible: requires
 * a digit and excludes dotted names.
 */
export function looksSetByHand(value: string): boolean {
  return looksSet(value) && /\d/.test(value) && !/^[\w-]+(?:[.:/][\w-]+)+$/.test(value);
}

/**
 * Returns Shannon's entropy of the characters: −Σ p·log₂ p, with p the share of each (Shannon 1948,
 * §6).
 */
function entropyOf(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let entropy = 0;
  for (const count of counts.values()) {
    const share = count / value.length;
    entropy -= share * Math.log2(share);
  }
  return entropy;
}
