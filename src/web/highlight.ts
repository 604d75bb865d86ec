/** A piece of source with one appearance. */
export interface Token {
  readonly text: string;
  readonly type: 'comment' | 'string' | 'number' | 'keyword' | 'name' | 'other';
}

/** Words that are keywords in most of the languages; colour is a help, not a parse. */
const KEYWORDS = new Set(
  `abstract as async await base begin break case catch class const continue data def default defer del
  do else end enum except export extends extern false finally fn for foreach from func function go if
  impl implements import in instanceof interface internal is lambda let match mod module mut namespace
  new nil none not null object of operator or override package pass private protected pub public raise
  readonly return self static struct super switch this throw trait true try type typeof undefined union
  use using val var virtual void when where while with yield None True False`.split(/\s+/),
);

const HASH_COMMENTS = new Set(
  'python ruby shell yaml toml elixir makefile dockerfile perl r'.split(' '),
);
const DASH_COMMENTS = new Set('lua haskell sql'.split(' '));
const PROSE = new Set('markdown mdx rst'.split(' '));

/** Splits one line of source. Knows strings, numbers, comments to the end of the line, and words. */
export function tokensOf(line: string, language: string): readonly Token[] {
  if (/^\s*(\/?\*|\*\/)/.test(line)) return [{ text: line, type: 'comment' }];
  const comment = HASH_COMMENTS.has(language) ? '#' : DASH_COMMENTS.has(language) ? '--' : '//';
  const pattern =
    /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)|(\/\*.*?\*\/)|([A-Za-z_$][\w$]*)|(\d[\w.]*)|(--|\/\/|.)/gsu;
  const isCode = !PROSE.has(language);
  const tokens: Token[] = [];
  for (const found of line.matchAll(pattern)) {
    const [text, string, block, word, number, rest] = found;
    if (rest === comment) {
      tokens.push({ text: line.slice(found.index), type: 'comment' });
      break;
    }
    if (string !== undefined) tokens.push({ text, type: 'string' });
    else if (block !== undefined) tokens.push({ text, type: 'comment' });
    else if (word !== undefined)
      tokens.push({ text, type: isCode && KEYWORDS.has(word) ? 'keyword' : 'name' });
    else if (number !== undefined) tokens.push({ text, type: 'number' });
    else tokens.push({ text, type: 'other' });
  }
  return tokens;
}
