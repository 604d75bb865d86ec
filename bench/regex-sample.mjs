/** Random texts that a regular expression matches: classes, groups, alternatives, repetitions. */

const WORD = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_';
const ESCAPES = { w: WORD, d: '0123456789', s: ' ', n: '\n', t: '\t', r: '\r' };
const POSIX = { alnum: WORD.slice(0, -1), alpha: WORD.slice(0, 52), digit: ESCAPES.d };
/** How often `+`, `*` and `{n,}` repeat beyond what they must. */
const MORE = 8;

/** `random(n)` gives a whole number below n. */
export function sampleOf(regex, random) {
  const sampler = new Sampler(regex, random);
  return sampler.alternatives();
}

class Sampler {
  #regex;
  #at = 0;
  #random;

  constructor(regex, random) {
    this.#regex = regex.replaceAll(/\(\?-?[ims]+\)/g, '').replaceAll(/\(\?-?[ims]+:/g, '(?:');
    this.#random = random;
  }

  alternatives() {
    const choices = [this.#sequence()];
    while (this.#take('|')) choices.push(this.#sequence());
    return choices[this.#random(choices.length)];
  }

  #sequence() {
    let text = '';
    while (this.#at < this.#regex.length && !'|)'.includes(this.#regex[this.#at])) {
      const start = this.#at;
      const first = this.#atom();
      const end = this.#at;
      const count = this.#count();
      const after = this.#at;
      if (count > 0) text += first;
      for (let more = 1; more < count; more++) {
        this.#at = start;
        text += this.#atom();
      }
      this.#at = count > 1 ? after : Math.max(end, after);
    }
    return text;
  }

  #take(text) {
    if (!this.#regex.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #pick(characters) {
    return characters[this.#random(characters.length)];
  }

  #atom() {
    if (this.#take('(')) {
      this.#take('?:');
      const text = this.alternatives();
      this.#take(')');
      return text;
    }
    if (this.#take('[')) return this.#pick(this.#class());
    if (this.#take('\\')) return this.#pick(this.#escape());
    if (this.#take('^') || this.#take('$')) return '';
    if (this.#take('.')) return this.#pick(WORD);
    return this.#regex[this.#at++];
  }

  /** The characters of `\w`, `\x60`, `\.`; none of `\b`. */
  #escape() {
    const letter = this.#regex[this.#at++];
    if (letter === 'x') {
      this.#at += 2;
      const code = this.#regex.slice(this.#at - 2, this.#at);
      return [String.fromCharCode(Number.parseInt(code, 16))];
    }
    if ('bBz'.includes(letter)) return [''];
    return ESCAPES[letter] ?? [letter];
  }

  #class() {
    let characters = '';
    while (!this.#take(']')) {
      const posix = /^\[:(\w+):\]/.exec(this.#regex.slice(this.#at, this.#at + 12));
      if (posix !== null) {
        this.#at += posix[0].length;
        characters += POSIX[posix[1]];
        continue;
      }
      const isEscaped = this.#take('\\');
      const found = isEscaped ? [...this.#escape()].join('') : this.#regex[this.#at++];
      const isRange = this.#regex[this.#at] === '-' && this.#regex[this.#at + 1] !== ']';
      if (found.length !== 1 || !isRange) {
        characters += found;
        continue;
      }
      this.#at++;
      this.#take('\\');
      const last = this.#regex.charCodeAt(this.#at++);
      for (let code = found.charCodeAt(0); code <= last; code++)
        characters += String.fromCharCode(code);
    }
    return characters;
  }

  #count() {
    const [all = '', sign, min, comma, max] =
      /^(?:([?*+])|\{(\d+)(,)?(\d*)\})\??/.exec(this.#regex.slice(this.#at, this.#at + 14)) ?? [];
    this.#at += all.length;
    if (all === '') return 1;
    if (sign === '?') return this.#random(2);
    if (sign !== undefined) return (sign === '+' ? 1 : 0) + this.#random(MORE);
    if (comma === undefined) return Number(min);
    const most = max === '' ? Number(min) + MORE : Number(max);
    return Number(min) + this.#random(most - Number(min) + 1);
  }
}
