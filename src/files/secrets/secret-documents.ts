/** Finds secrets that the format of a whole document reveals, whatever they look like. */
import { allMatches } from '../../base/all-matches.ts';
import type { TextRange } from './issued-tokens.ts';
import { isReference, looksLikePlaceholder, looksShuffled } from './secret-values.ts';

/** In whatever document; of an environment see {@link environmentSecrets}. */
export function secretsOfDocuments(text: string): TextRange[] {
  return [...kubernetesSecrets(text), ...notebookSecrets(text)];
}

const KUBERNETES_KIND =
  /\bkind['"]?[ \t]{0,4}:[ \t]{0,4}['"]?secret['"]?[ \t]{0,8}(?:[,}#\r\n]|$)/i;
/** Matches the end of a manifest: the next one, or the end of a block on a page. */
const DOCUMENT_END = /^[ \t]{0,40}(?:---|```|~~~)/gm;
const DATA = /^(?<indent>[ \t]{0,40})['"]?(?:data|stringData)['"]?:[ \t]{0,8}(?:#.{0,200})?\r?$/gm;
const DATA_IN_BRACES =
  /['"]?\b(?:data|stringData)['"]?[ \t]{0,4}:\s{0,40}\{(?<body>[^{}]{1,65536})\}/g;
const ENTRY = /^[ \t]*(?:- )?['"]?[\w.-]{1,253}['"]?:[ \t]*(?<value>.*)$/;
/** Matches entries of JSON and YAML. Without quotes only base64 counts, because it may be code. */
const ENTRY_IN_BRACES =
  /:\s{0,8}(?:(?<quote>['"])(?<quoted>[^'"\r\n]{1,65536})\k<quote>|(?<base64>[A-Za-z0-9+/]{6,65536}={0,2})(?=\s{0,8}(?:,|$)))/gm;
const IS_BASE64 = /[0-9=+/]/;

/** `data` and `stringData` of a Secret. */
function kubernetesSecrets(text: string): TextRange[] {
  if (!text.includes('kind') || !KUBERNETES_KIND.test(text)) return [];
  const ends = allMatches(text, DOCUMENT_END).map(({ index }) => index);
  return [0, ...ends].flatMap((start, at) => {
    const document = text.slice(start, ends[at]);
    if (!KUBERNETES_KIND.test(document)) return [];
    return [...valuesOfBlocks(document), ...valuesInBraces(document)].map((range) => ({
      start: start + range.start,
      end: start + range.end,
    }));
  });
}

function valuesOfBlocks(text: string): TextRange[] {
  return allMatches(text, DATA).flatMap((match) => {
    const ranges: TextRange[] = [];
    const outer = match.groups?.['indent']?.length ?? 0;
    /** Indentation of the key that owns the current block of text. */
    let block: number | undefined;
    for (const { at, line } of linesFrom(text, match.index + match[0].length + 1)) {
      const indent = line.search(/\S/);
      if (indent >= 0 && indent <= outer) break;
      if (block !== undefined && (indent < 0 || indent > block)) {
        const { length } = line.trim();
        if (length > 0) ranges.push({ start: at + indent, end: at + indent + length });
      } else {
        const value = ENTRY.exec(line)?.groups?.['value'] ?? '';
        block = /^[|>][+-]?\d?\s*(?:#.*)?$/.test(value) ? indent : undefined;
        const range = block === undefined ? scalarOf(value) : undefined;
        const from = at + line.length - value.length;
        if (range !== undefined) ranges.push({ start: from + range.start, end: from + range.end });
      }
    }
    return ranges;
  });
}

/** One by one, for most often only the next few are wanted. */
function* linesFrom(text: string, start: number): Generator<{ at: number; line: string }> {
  for (let at = start; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const line = text.slice(at, end < 0 ? text.length : end);
    yield { at, line: line.endsWith('\r') ? line.slice(0, -1) : line };
    if (end < 0) return;
    at = end + 1;
  }
}

/** Returns a scalar without quotes and comment, or undefined for a placeholder or reference. */
function scalarOf(value: string): TextRange | undefined {
  const [, quoted, plain] = /^(?:"([^"]*)"|'[^']*'|([^#\s](?:[^#]|(?<!\s)#)*))/.exec(value) ?? [];
  const single = /^'([^']*)'/.exec(value)?.[1];
  const text = (quoted ?? single ?? plain ?? '').trimEnd();
  if (text === '' || isReference(text) || /^(?:null|~|true|false|\*+|[{[&!])/.test(text))
    return undefined;
  const start = value.indexOf(text);
  return { start, end: start + text.length };
}

function valuesInBraces(text: string): TextRange[] {
  return allMatches(text, DATA_IN_BRACES).flatMap((match) => {
    const body = match.groups?.['body'] ?? '';
    const start = match.index + match[0].length - 1 - body.length;
    return allMatches(body, ENTRY_IN_BRACES).flatMap((entry) => {
      const { quoted, base64 = '' } = entry.groups ?? {};
      const value = quoted ?? base64;
      if (isReference(value) || (quoted === undefined && !IS_BASE64.test(value))) return [];
      const from = start + entry.index + entry[0].lastIndexOf(value);
      return [{ start: from, end: from + value.length }];
    });
  });
}

/** Matches a line that is not indented and does not end like a statement of a program. */
const ASSIGNMENT_OR_COMMENT = /^\s*(?:#.*)?$|^(?:export\s+)?[A-Za-z_][\w.]*=(?:.*[^,;{(\\\s])?\s*$/;
const NAMED_SECRET =
  /^[ \t]{0,8}(?:export[ \t]{1,4})?[A-Za-z0-9_.]{0,60}(?:SECRET|PASS|PASSWORD|PASSWD|TOKEN|CREDENTIALS?|(?:API|ACCESS|AUTH|ENCRYPTION|MASTER|PRIVATE|SIGNING)_?KEY)(?:_[A-Za-z0-9_]{0,60})?=(?<quote>['"]?)(?<secret>[^'"\r\n]{4,4096})\k<quote>[ \t]{0,8}\r?$/gm;
/** A word alone is often a default: `postgres`. */
const NO_SECRET = /^(?:.{0,3}|[A-Za-z]+|[\d.]+|\*+)$/;

/** Finds secrets in a file that consists of assignments only, whatever its name. */
export function environmentSecrets(text: string): TextRange[] {
  for (const { line } of linesFrom(text, 0)) if (!ASSIGNMENT_OR_COMMENT.test(line)) return [];
  return allMatches(text, NAMED_SECRET).flatMap((match) => {
    const { quote = '', secret: value = '' } = match.groups ?? {};
    const secret = quote === '' ? value.replace(/\s+#.*$/, '').trimEnd() : value;
    if (NO_SECRET.test(secret) || isReference(secret) || looksLikePlaceholder(secret)) return [];
    const start = match.index + match[0].indexOf('=') + 1 + quote.length;
    return [{ start, end: start + secret.length }];
  });
}

/** Keys of a cell are sorted, so its source follows its output. */
const OUTPUTS = /"outputs":\s{0,40}\[(?:(?!"(?:source|cell_type)"\s{0,4}:)[\s\S]){1,1000000}/g;
const PRINTED_WORD = /(?<![A-Za-z0-9+/=_~.-])[A-Za-z0-9+/][A-Za-z0-9+/=_~.-]{15,400}/g;

/** Finds secrets in the output of notebook cells, where values have no name. */
function notebookSecrets(text: string): TextRange[] {
  if (!text.includes('"cell_type"')) return [];
  return allMatches(text, OUTPUTS).flatMap((outputs) =>
    allMatches(outputs[0], PRINTED_WORD).flatMap((word) => {
      const start = outputs.index + word.index;
      return looksShuffled(word[0]) ? [{ start, end: start + word[0].length }] : [];
    }),
  );
}
