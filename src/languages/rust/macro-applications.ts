/** Recognizes macros that make a web application, whose body is then read like that of a function. */

const DEFINITION = /\bmacro_rules!(\s+)(\w+) \{\s*(?=\()/g;
const APPLICATION = /\b(?:App|Router)::new\(/;

/**
 * Rewrites `macro_rules! app { ($state:expr) => { App::new()… } }` as `fn app() { App::new()… }` of
 * the same length. Only its first rule counts, and none with repetitions. `skip` returns the end of
 * the literal or comment at an offset, or the offset itself.
 */
export function applicationsAsFunctions(
  text: string,
  skip: (text: string, at: number) => number,
): string {
  if (!text.includes('macro_rules!') || !APPLICATION.test(text)) return text;
  let written = text;
  for (const { index, 0: head, 1: space = '', 2: name = '' } of text.matchAll(DEFINITION)) {
    const open = index + 'macro_rules!'.length + space.length + name.length + 1;
    const pattern = closingOf(text, index + head.length, skip);
    const arrow =
      pattern === undefined ? undefined : /^\s*=>\s*(?=\{)/.exec(text.slice(pattern + 1));
    const start = (pattern ?? 0) + 1 + (arrow?.[0].length ?? 0);
    const end = arrow === null || arrow === undefined ? undefined : closingOf(text, start, skip);
    const whole = closingOf(text, open, skip);
    if (end === undefined || whole === undefined) continue;
    const body = text.slice(start, end + 1);
    if (!APPLICATION.test(body) || body.includes('$(')) continue;
    const before = `fn${' '.repeat('macro_rules!'.length - 2)}${space}${name}()`;
    const between = blank(text.slice(index + before.length, start));
    const function_ =
      before + between + body.replaceAll('$', ' ') + blank(text.slice(end + 1, whole + 1));
    written = written.slice(0, index) + function_ + written.slice(whole + 1);
  }
  return written;
}

function blank(text: string): string {
  return text.replaceAll(/[^\r\n]/g, ' ');
}

function closingOf(
  text: string,
  open: number,
  skip: (text: string, at: number) => number,
): number | undefined {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    const skipped = skip(text, at);
    if (skipped > at) {
      at = skipped - 1;
      continue;
    }
    const character = text.charAt(at);
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character) && --depth === 0) return at;
  }
  return undefined;
}
