/**
 * Implements Porter's suffix stripping: related words share a stem (`connect`, `connected`,
 * `connection`). Source: M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980,
 * with the two changes in his own reference program (`-bli` for `-abli`, `-logi` added in step 2).
 *
 * A word is read as [C](VC)^m[V]: `measure` returns m for the part before a suffix.
 */

const VOWELS = 'aeiou';
const LONGEST_FIRST = (a: readonly [string, string], b: readonly [string, string]): number =>
  b[0].length - a[0].length;

/** Suffixes replaced if m > 0. */
const STEP_2: readonly (readonly [string, string])[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['bli', 'ble'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
  ['logi', 'log'],
];

const STEP_3: readonly (readonly [string, string])[] = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
];

/** Suffixes dropped if m > 1. `ion` also requires a preceding s or t. */
const STEP_4: readonly (readonly [string, string])[] = [
  'al',
  'ance',
  'ence',
  'er',
  'ic',
  'able',
  'ible',
  'ant',
  'ement',
  'ment',
  'ent',
  'ion',
  'ou',
  'ism',
  'ate',
  'iti',
  'ous',
  'ive',
  'ize',
].map((suffix) => [suffix, ''] as const);

type Suffix = readonly [suffix: string, replacement: string];
/** Suffixes by their last letter, longest first: most words need only one lookup. */
type SuffixTable = ReadonlyMap<string, readonly Suffix[]>;

function byLastLetter(table: readonly Suffix[]): SuffixTable {
  const groups = new Map<string, Suffix[]>();
  for (const entry of table.toSorted(LONGEST_FIRST)) {
    const letter = entry[0].slice(-1);
    groups.set(letter, [...(groups.get(letter) ?? []), entry]);
  }
  return groups;
}

const STEP_2_SUFFIXES = byLastLetter(STEP_2);
const STEP_3_SUFFIXES = byLastLetter(STEP_3);
const STEP_4_SUFFIXES = byLastLetter(STEP_4);

/** Returns the stem of a word of lowercase a–z. Words of one or two letters are their own stems. */
export function porterStem(word: string): string {
  if (word.length < 3) return word;
  let stem = stripPlural(word);
  stem = stripPastOrGerund(stem);
  if (stem.endsWith('y') && hasVowel(stem, stem.length - 1)) stem = `${stem.slice(0, -1)}i`;
  stem = replaceSuffix(stem, STEP_2_SUFFIXES, 0);
  stem = replaceSuffix(stem, STEP_3_SUFFIXES, 0);
  stem = replaceSuffix(stem, STEP_4_SUFFIXES, 1);
  return stripFinalE(stem);
}

/** Step 1a: strips plural endings. */
function stripPlural(word: string): string {
  if (!word.endsWith('s')) return word;
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2);
  return word.endsWith('ss') ? word : word.slice(0, -1);
}

/** Step 1b: shortens `-eed`, strips `-ed` and `-ing`, and repairs the stem that remains. */
function stripPastOrGerund(word: string): string {
  if (word.endsWith('eed')) {
    return measure(word, word.length - 3) > 0 ? word.slice(0, -1) : word;
  }
  const cut = word.endsWith('ed') ? 2 : word.endsWith('ing') ? 3 : 0;
  if (cut === 0 || !hasVowel(word, word.length - cut)) return word;
  const stem = word.slice(0, -cut);
  if (stem.endsWith('at') || stem.endsWith('bl') || stem.endsWith('iz')) return `${stem}e`;
  if (endsInDoubleConsonant(stem) && !/[lsz]$/.test(stem)) return stem.slice(0, -1);
  return measure(stem, stem.length) === 1 && endsInShortSyllable(stem, stem.length)
    ? `${stem}e`
    : stem;
}

/** Steps 2 to 4: only the longest matching suffix is considered, even if its condition fails. */
function replaceSuffix(word: string, table: SuffixTable, measureMin: number): string {
  for (const [suffix, replacement] of table.get(word.slice(-1)) ?? []) {
    if (!word.endsWith(suffix)) continue;
    const kept = word.length - suffix.length;
    if (measure(word, kept) <= measureMin) return word;
    if (suffix === 'ion' && !/[st]$/.test(word.slice(0, kept))) return word;
    return word.slice(0, kept) + replacement;
  }
  return word;
}

/** Step 5: strips a final `e`. */
function stripFinalE(word: string): string {
  let stem = word;
  if (stem.endsWith('e')) {
    const kept = stem.length - 1;
    const m = measure(stem, kept);
    if (m > 1 || (m === 1 && !endsInShortSyllable(stem, kept))) stem = stem.slice(0, -1);
  }
  if (stem.endsWith('ll') && measure(stem, stem.length) > 1) stem = stem.slice(0, -1);
  return stem;
}

/** Whether the letter is a consonant. `y` is one at the start and after a vowel. */
function isConsonant(word: string, index: number): boolean {
  const letter = word.charAt(index);
  if (letter === 'y') return index === 0 || !isConsonant(word, index - 1);
  return !VOWELS.includes(letter);
}

/** Returns the number of vowel-to-consonant changes in the first `length` letters. */
function measure(word: string, length: number): number {
  let count = 0;
  let afterVowel = false;
  for (let index = 0; index < length; index++) {
    const consonant = isConsonant(word, index);
    if (consonant && afterVowel) count++;
    afterVowel = !consonant;
  }
  return count;
}

function hasVowel(word: string, length: number): boolean {
  for (let index = 0; index < length; index++) if (!isConsonant(word, index)) return true;
  return false;
}

function endsInDoubleConsonant(word: string): boolean {
  const last = word.length - 1;
  return last > 0 && word[last] === word[last - 1] && isConsonant(word, last);
}

/**
 * Whether the word ends in consonant, vowel, consonant, the last not w, x or y: `hop`, not `snow`.
 */
function endsInShortSyllable(word: string, length: number): boolean {
  const last = length - 1;
  return (
    last >= 2 &&
    isConsonant(word, last) &&
    !isConsonant(word, last - 1) &&
    isConsonant(word, last - 2) &&
    !/[wxy]/.test(word.charAt(last))
  );
}
