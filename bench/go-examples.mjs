// The examples that gitleaks' rules are checked with, read from their Go source. Only what these
// files use is understood: strings, concatenation, `append`, `fmt.Sprintf`, lists, maps, and the
// functions that make random values of a regular expression.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampleOf } from './regex-sample.mjs';

const TOKEN =
  /\s+|\/\/[^\n]*|`(?<raw>[^`]*)`|"(?<text>(?:[^"\\\n]|\\.)*)"|(?<name>[A-Za-z_][\w]*(?:\.\w+)*)|(?<sign>:=|\.\.\.|[^\s\w"`])|\d+/gy;

/** What may begin an expression whose value is never needed. */
class Unreadable extends Error {}

function tokensOf(source) {
  return [...source.matchAll(TOKEN)].flatMap(({ groups: { raw, text, name, sign } }) => {
    if (raw !== undefined) return [{ string: raw.replaceAll('\r', '') }];
    if (text !== undefined) return [{ string: unescaped(text) }];
    if (name !== undefined) return [{ name }];
    return sign === undefined ? [] : [{ sign }];
  });
}

function unescaped(text) {
  const named = { n: '\n', t: '\t', r: '\r' };
  return text.replace(/\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|(.))/gi, (_, hex, unicode, other) =>
    hex || unicode
      ? String.fromCharCode(Number.parseInt(hex ?? unicode, 16))
      : (named[other] ?? other),
  );
}

/** The values of a function's variables, as far as they can be read. */
class Reader {
  #tokens;
  #at = 0;
  #shared;
  #random;
  values = new Map();

  constructor(tokens, shared, random) {
    this.#tokens = tokens;
    this.#shared = shared;
    this.#random = random;
  }

  read() {
    while (this.#at < this.#tokens.length) {
      const start = this.#at;
      const name = this.#next().name;
      const sign = this.#peek()?.sign;
      if (name === undefined || (sign !== ':=' && sign !== '=')) continue;
      this.#at++;
      try {
        this.values.set(name, this.#sum());
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        this.#at = start + 1;
      }
    }
    return this.values;
  }

  #peek() {
    return this.#tokens[this.#at];
  }

  #next() {
    return this.#tokens[this.#at++] ?? {};
  }

  #take(sign) {
    if (this.#peek()?.sign !== sign) return false;
    this.#at++;
    return true;
  }

  #sum() {
    let value = this.#term();
    while (this.#take('+')) value += this.#term();
    return value;
  }

  #term() {
    const { string, name, sign } = this.#next();
    if (string !== undefined) return string;
    if (sign === '[' && this.#take(']')) return this.#literal();
    if (name === 'map') return this.#map();
    if (name === undefined) throw new Unreadable();
    if (this.#take('(')) return this.#call(name, this.#list(')'));
    if (!this.values.has(name)) throw new Unreadable();
    return this.values.get(name);
  }

  /** `[]string{…}`, `[]byte(…)` */
  #literal() {
    const { name } = this.#next();
    if (name === 'byte' && this.#take('(')) return this.#list(')')[0];
    if (name !== 'string' || !this.#take('{')) throw new Unreadable();
    return this.#list('}');
  }

  #map() {
    while (!this.#take('{')) if (this.#at++ >= this.#tokens.length) throw new Unreadable();
    return new Map(this.#list('}'));
  }

  #list(end) {
    const items = [];
    while (!this.#take(end)) {
      const item = this.#sum();
      if (this.#take(':')) items.push([item, this.#sum()]);
      else if (this.#take('...')) items.push(...item);
      else items.push(item);
      if (!this.#take(',') && this.#peek()?.sign !== end) throw new Unreadable();
    }
    return items;
  }

  #call(name, args) {
    const [first, second] = args;
    const short = name.replace(/^.*\./, '');
    if (short === 'append') return [...first, ...args.slice(1).flat()];
    if (short === 'Sprintf')
      return args.slice(1).reduce((text, value) => text.replace(/%[sd]/, () => value), first);
    if (short === 'NewSecret') return sampleOf(first, this.#random);
    if (short === 'newPlausibleSecret') return sampleOf(first, this.#random);
    if (short === 'EncodeToString') return Buffer.from(first).toString('base64');
    if (short === 'GenerateSampleSecret') return `${first}_api_token = "${second}"`;
    if (short === 'GenerateSampleSecrets')
      return this.#shared.forms.map((form) => filled(form, first, second));
    const shared = this.#shared.classes.get(short);
    if (shared !== undefined) return shared.replace('%s', () => first);
    throw new Unreadable();
  }
}

function filled(form, name, secret) {
  return form
    .replaceAll('{i}', () => name)
    .replaceAll('{I}', () => name.toUpperCase())
    .replaceAll('{s}', () => secret);
}

/** What the rules share: ways to give a value to a name, and classes of characters by their name. */
function sharedOf(folder) {
  const read = (name) => readFileSync(join(folder, 'cmd/generate/config/utils', name), 'utf8');
  const samples = /^\t\t"[^"]+":\s*("(?:[^"\\]|\\.)*"|`[^`]*`)/gm;
  const forms = [...read('generate.go').matchAll(samples)].map(
    ([, form]) => tokensOf(form)[0].string,
  );
  const classes = new Map();
  const functions = /^func (\w+)\([^)]*\) string \{\s*return (?:fmt\.Sprintf\()?`([^`]*)`/gm;
  for (const [, name, form] of read('patterns.go').matchAll(functions)) classes.set(name, form);
  return { forms, classes };
}

/**
 * The examples of each rule: `{ id, texts, others, isRead }`. `texts` are `{ text, path? }` that hold a
 * secret, `others` such that hold none; a rule whose examples are written in some other way is not read.
 */
export function rulesOf(folder, random) {
  const rules = join(folder, 'cmd/generate/config/rules');
  const shared = sharedOf(folder);
  return readdirSync(rules)
    .filter((name) => name.endsWith('.go'))
    .flatMap((name) =>
      readFileSync(join(rules, name), 'utf8')
        .split(/^func /m)
        .flatMap((body) => ruleOf(body, shared, random)),
    );
}

function ruleOf(body, shared, random) {
  const id = /RuleID:\s*"([^"]+)"/.exec(body)?.[1];
  if (id === undefined) return [];
  const values = new Reader(tokensOf(body), shared, random).read();
  const examples = (value) =>
    value instanceof Map
      ? [...value].map(([path, text]) => ({ path, text }))
      : (value ?? []).map((text) => ({ text }));
  const isRead = values.has('tps') || !/\btps\b/.test(body);
  return [{ id, texts: examples(values.get('tps')), others: examples(values.get('fps')), isRead }];
}
