/**
 * Extracts expressions from a component's markup in place. All offsets are kept, so results have
 * the right lines.
 */

/** Position of an expression; `end` is exclusive. */
export interface Expression {
  readonly start: number;
  readonly end: number;
}

export interface MarkupCode {
  /** The file's text, or a rewritten text of the same length that a script parser can read. */
  readonly text: string;
  /**
   * Expressions in order. At least one character before and after each is not part of any
   * expression.
   */
  readonly expressions: readonly Expression[];
  /** Names of elements that may refer to names in the script, in order. */
  readonly elements: readonly Expression[];
  /**
   * Names that the markup itself declares, such as loop variables. They do not refer to the script.
   */
  readonly locals: ReadonlySet<string>;
}

/** Returns the markup with scripts, styles and comments blanked. */
export function markupOf(text: string): string {
  return text.replace(/<!--[\s\S]*?-->|<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, blank);
}

export function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ');
}

/** Returns the markup's code as statements in parentheses; everything else is blanked. */
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
    // Two adjacent expressions would be parsed as a call of the first.
    const isNext = out[start - 2] === ')';
    if (isNext) out[start - 2] = ',';
    else if (start >= 2 && out[start - 2] !== '}') out[start - 2] = ';';
    // A handler may contain several statements.
    const isStatements = !isNext && /[^\\'"`];\s*\S|^\s*(?:if|const|let|for)\b/.test(expression);
    out[start - 1] = isNext ? ' ' : isStatements ? '{' : '(';
    for (let at = start; at < end; at++) out[at] = expression.charAt(at - start);
    out[end] = isStatements ? '}' : ')';
  }
  return out.join('');
}

/** Masks names declared in the markup, so that they do not resolve to names of the script. */
function withoutLocals(expression: string, locals: ReadonlySet<string>): string {
  return expression.replace(/(?<![.\w$])[A-Za-z_$][\w$]*/g, (name) =>
    locals.has(name) ? '_'.repeat(name.length) : name,
  );
}

/** Returns the names in a pattern such as `(item, index)` or `{ id, name: label = 1 }`. */
export function namesIn(pattern: string): readonly string[] {
  return pattern.match(/[A-Za-z_$][\w$]*/g) ?? [];
}

const ELEMENT = /<(?<name>[A-Z][\w$]*(?:\.[\w$]+)*|[a-z_$][\w$]*(?:\.[\w$]+)+)(?=[\s/>])/g;

/**
 * Imports of component files. A component file exports no named symbol, so the import itself is the
 * edge.
 */
const COMPONENT_FILE = /\bimport\s+(?<name>[\w$]+)\s+from\s+['"][^'"]+\.(?:vue|svelte)['"]/g;

/**
 * Returns the elements that may name something in the script: capitalized names and member paths.
 */
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
