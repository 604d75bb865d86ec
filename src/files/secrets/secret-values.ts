/** Bits per character; words and identifiers of this length have less, keys more. */
const ENTROPY_MIN = 3;
/** Paths and names of some 40 characters stay below. */
const DENSE_ENTROPY_MIN = 4.3;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Entropy of random digits: 3.3 at most, less of so few; round and repeated ones stay below. */
const DIGITS = /^\d{16,}$/;
const DIGITS_ENTROPY_MIN = 2.7;
const HEX_KEY = /^[a-f0-9-]{32,}$/i;

/** What stands for a value that is elsewhere: a path, a variable, a parameter, a part of a template. */
const REFERENCE =
  /^[./~$%<*]|^:\w+$|^\{[\w.]*\}$|^\[[\w. -]*\]$|:\/\/|[$#]\{|\{\{|\\\(|process\.env/;
const PLACEHOLDER = /^(?:your|my|the|some|change|insert|replace|example|dummy|x{3})|\.\.\./i;

/** What a password has and a name of code has not. */
const SIGN = /[!#$?@^~]/;

/** Whether a value stands for one that is elsewhere. */
export function isReference(value: string): boolean {
  return REFERENCE.test(value);
}

/** Whether a value only tells what to put in its place. */
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

/** Where a name of code may stand in the value's place: only what no name looks like. */
function looksGenerated(value: string): boolean {
  if (!looksRandom(value)) return false;
  if (HEX_KEY.test(value)) return true;
  const isDense = /\d\w*\d/.test(value) || entropyOf(value) >= DENSE_ENTROPY_MIN;
  return isDense && /[a-z]/.test(value) && /[A-Z]/.test(value);
}

/**
 * Of the places where two characters meet, those where lower case, upper case, digits and signs
 * change, but for the end of a capital: more than four of ten in a random text of letters and digits,
 * one or two in names, whose words are longer (`sha256Base64Encoder`, `Secret2ForTestsOnly`: two).
 */
const CHANGES_MIN = 0.27;
/** The same with a single digit: `AddEnableK8sTokensViaDnsFlag` is a name. */
const CHANGES_OF_ONE_DIGIT_MIN = 0.35;
/** `PBKDF2WithHmacSHA256` changes as often. */
const ALGORITHM = /hmac|pbkdf|sha-?(?:1|2|3|5)|aes|rsa|ecdsa|md5/i;
const LONGEST_RUN = /[A-Za-z0-9+/]{16,}/g;
const CHANGE = /(?<=[a-z])[^a-z/]|(?<=[A-Z])[^A-Za-z/]|(?<=\d)[^\d/]|(?<=\+)[^+/]/g;

/** Where anything may stand, prose and code: only what changes its characters as no name does. */
export function looksShuffled(value: string): boolean {
  if (PLACEHOLDER.test(value) || ALGORITHM.test(value) || !looksRandom(value)) return false;
  if (HEX_KEY.test(value)) return true;
  return (value.match(LONGEST_RUN) ?? []).some((run) => {
    const share = (run.match(CHANGE)?.length ?? 0) / (run.length - 1);
    const shareMin = /\d.*\d/.test(run) ? CHANGES_MIN : CHANGES_OF_ONE_DIGIT_MIN;
    return share >= shareMin && /\d/.test(run) && entropyOf(run) >= ENTROPY_MIN;
  });
}

/** Alone on its line or in a call: what {@link looksGenerated} or {@link looksShuffled} accepts. */
export function looksMade(value: string): boolean {
  return looksGenerated(value) || looksShuffled(value);
}

/** Whether somebody chose a value so that a form would accept it as a password. */
export function looksChosen(value: string): boolean {
  if (REFERENCE.test(value) || PLACEHOLDER.test(value) || /^[\w-]+(?:[.:][\w-]+)+$/.test(value))
    return false;
  return (
    [/[a-z]/, /[A-Z]/, /\d/, /[!"#$%&*+/<=>?@^~]/].filter((kind) => kind.test(value)).length >= 3
  );
}

/** The same without quotes, where a name of code may stand in its place. */
export function looksChosenWithSign(value: string): boolean {
  return SIGN.test(value) && looksChosen(value);
}

/** Whether a password is there, even a plain word, and not only what stands for one. */
export function isGiven(value: string): boolean {
  return !REFERENCE.test(value) && !PLACEHOLDER.test(value) && !/^password$|^\*/i.test(value);
}

/** Whether a password was written down, and not a word or a note that one is to be put there. */
export function looksSet(value: string): boolean {
  if (REFERENCE.test(value) || PLACEHOLDER.test(value)) return false;
  return /[a-z]/i.test(value) && /[^a-z_-]/i.test(value);
}

/** The same where a word, a file or a member of an object may stand: only with a digit, and no dots. */
export function looksSetByHand(value: string): boolean {
  return looksSet(value) && /\d/.test(value) && !/^[\w-]+(?:[.:/][\w-]+)+$/.test(value);
}

/** Shannon's entropy of the characters: −Σ p·log₂ p, with p the share of each (Shannon 1948, §6). */
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
