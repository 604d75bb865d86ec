/**
 * Extracts the keys in a code block of settings or object literals, each with its parent keys:
 * `tasks.build.deps` of YAML, a table of TOML, `ky(url, {retry: {limit: 2}})`.
 */

const READERS: Readonly<Record<string, (code: string) => readonly KeyPath[]>> = {
  yaml: ofYaml,
  yml: ofYaml,
  toml: ofToml,
};
const OF_OBJECTS = /^(?:jsonc?|json5|js|jsx|mjs|cjs|ts|tsx|mts|cts|javascript|typescript)$/;

/** Keys from the outermost to the innermost. */
export type KeyPath = readonly string[];

/** Maximum number of keys per code block. */
const KEYS_MAX = 400;
const DEPTH_MAX = 12;
const LINE_CHARACTERS_MAX = 2_000;

export function keysOfCode(language: string, code: string): readonly KeyPath[] {
  const read = Object.hasOwn(READERS, language) ? READERS[language] : undefined;
  if (read === undefined && !OF_OBJECTS.test(language)) return [];
  const paths = (read ?? ofObjects)(code).filter(({ length }) => length <= DEPTH_MAX);
  return [...new Map(paths.map((path) => [path.join('\n'), path])).values()].slice(0, KEYS_MAX);
}

interface Open {
  readonly indent: number;
  readonly key: string;
}

const YAML_KEY = /^([ \t]*(?:- +)*)(["']?)([A-Za-z_][\w.-]*)\2[ \t]*:(?=\s|$)/;

function ofYaml(code: string): readonly KeyPath[] {
  const open: Open[] = [];
  return linesOf(code).flatMap((line): readonly KeyPath[] => {
    const [, before = '', , key] = YAML_KEY.exec(line) ?? [];
    if (key === undefined) return [];
    while ((open.at(-1)?.indent ?? -1) >= before.length) open.pop();
    open.push({ indent: before.length, key });
    return [open.map((one) => one.key)];
  });
}

const TOML_TABLE = /^\s*\[{1,2}\s*([\w."'-]+)\s*\]{1,2}/;
const TOML_KEY = /^\s*([A-Za-z_"'][\w."'-]*)\s*=/;

function ofToml(code: string): readonly KeyPath[] {
  let table: KeyPath = [];
  return linesOf(code).flatMap((line): readonly KeyPath[] => {
    const named = TOML_TABLE.exec(line)?.[1];
    if (named !== undefined) {
      table = partsOf(named);
      return table.map((_, index) => table.slice(0, index + 1));
    }
    const key = TOML_KEY.exec(line)?.[1];
    if (key === undefined) return [];
    const own = partsOf(key);
    return own.map((_, index) => [...table, ...own.slice(0, index + 1)]);
  });
}

function partsOf(dotted: string): readonly string[] {
  return dotted.replaceAll(/["']/g, '').split('.');
}

/** Matches a comment, a string, a word, or a punctuation mark. */
const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\[^\n])*(?:"|(?=\n)|$)|'(?:[^'\\\n]|\\[^\n])*(?:'|(?=\n)|$)|`(?:[^`\\]|\\[\s\S])*(?:`|$)|[\w$]+|[^\s\w$]/g;

/**
 * Returns the keys in object literals. Inside braces, a key comes after `{` or `,` and before `:`.
 */
function ofObjects(code: string): readonly KeyPath[] {
  const found: KeyPath[] = [];
  const open: { readonly sign: string; readonly key: string | undefined }[] = [];
  const tokens = [...code.matchAll(TOKEN)]
    .map(([token]) => token)
    .filter((token) => !/^\/[/*]/.test(token));
  let last: string | undefined;
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1];
    if (/^[{[(]$/.test(token)) {
      // A bracket right after `key:` opens that key's value.
      open.push({ sign: token, key: before === ':' ? last : undefined });
    } else if (/^[}\])]$/.test(token)) open.pop();
    const inBraces = open.at(-1)?.sign === '{';
    if (!inBraces || (before !== '{' && before !== ',') || tokens[index + 1] !== ':') continue;
    const key = /^["']?([A-Za-z_$][\w$.-]*)["']?$/.exec(token)?.[1];
    if (key === undefined) continue;
    last = key;
    found.push([...open.flatMap((one) => one.key ?? []), key]);
  }
  return found;
}

function linesOf(code: string): readonly string[] {
  return code.split('\n').filter((line) => line.length <= LINE_CHARACTERS_MAX);
}
