/**
 * Expressions in the markup of a component, as code in place: everything keeps its offset, so that what
 * is found in them has the line it stands on.
 */

/** Where an expression stands: from its first character up to the one after its last. */
export interface Expression {
  readonly start: number;
  readonly end: number;
}

/** What the markup of a component says in code. */
export interface MarkupCode {
  /** The file's text, or one of the same length that says it as a script does. */
  readonly text: string;
  /** In order; before each is a character that is not part of it, and after each one. */
  readonly expressions: readonly Expression[];
  /** Elements that are named like something the script may have; in order. */
  readonly elements: readonly Expression[];
  /** Names that the markup itself gives, such as that of a loop: they are not the script's. */
  readonly locals: ReadonlySet<string>;
}

/** Markup outside of scripts and styles: the rest is blanked. */
export function markupOf(text: string): string {
  return text.replace(/<!--[\s\S]*?-->|<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, blank);
}

export function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ');
}

/** The markup as statements, each in parentheses, all else blanked. */
export function statementsOf(code: MarkupCode): string {
  const { text } = code;
  const out = blank(text).split('');
  const put = (at: number, characters: string) => {
    for (const [index, character] of [...characters].entries()) out[at + index] = character;
  };
  for (const { start, end } of code.elements) {
    out[start - 1] = ';';
    put(start, text.slice(start, end));
  }
  for (const { start, end } of code.expressions) {
    const expression = withoutLocals(text.slice(start, end), code.locals);
    // Two in a row would read as a call of the first.
    const isNext = out[start - 2] === ')';
    if (isNext) out[start - 2] = ',';
    else if (start >= 2 && out[start - 2] !== '}') out[start - 2] = ';';
    // A handler may be several statements.
    const isStatements = !isNext && /[^\\'"`];\s*\S|^\s*(?:if|const|let|for)\b/.test(expression);
    out[start - 1] = isNext ? ' ' : isStatements ? '{' : '(';
    for (let at = start; at < end; at++) out[at] = expression.charAt(at - start);
    out[end] = isStatements ? '}' : ')';
  }
  return out.join('');
}

/** Names of the markup are masked, so that they are not taken for those of the script. */
function withoutLocals(expression: string, locals: ReadonlySet<string>): string {
  return expression.replace(/(?<![.\w$])[A-Za-z_$][\w$]*/g, (name) =>
    locals.has(name) ? '_'.repeat(name.length) : name,
  );
}

/** The names in a pattern: `(item, index)`, `{ id, name: label = 1 }`. */
export function namesIn(pattern: string): readonly string[] {
  return pattern.match(/[A-Za-z_$][\w$]*/g) ?? [];
}

const ELEMENT = /<(?<name>[A-Z][\w$]*(?:\.[\w$]+)*|[a-z_$][\w$]*(?:\.[\w$]+)+)(?=[\s/>])/g;

/** Imports of a component that a file is, without a name of its own: the import is the edge. */
const COMPONENT_FILE = /\bimport\s+(?<name>[\w$]+)\s+from\s+['"][^'"]+\.(?:vue|svelte)['"]/g;

/** Elements whose names begin with a capital or are members of something, as the script has them. */
export function elementsIn(markup: string, script: string): readonly Expression[] {
  const files = new Set([...script.matchAll(COMPONENT_FILE)].map(({ groups }) => groups?.['name']));
  const elements: Expression[] = [];
  for (const { index, groups } of markup.matchAll(ELEMENT)) {
    const name = groups?.['name'] ?? '';
    const [root] = name.split('.');
    if (!files.has(root)) elements.push({ start: index + 1, end: index + 1 + name.length });
  }
  return elements;
}
