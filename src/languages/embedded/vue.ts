/** Extracts code from Vue templates: `{{ … }}` and the values of directives. */
import { type Expression, elementsIn, type MarkupCode, markupOf, namesIn } from './markup.ts';

const MUSTACHE = /\{\{(?<code>[\s\S]*?)\}\}/g;
const DIRECTIVE =
  /(?<=[\s"'])(?<name>(?:v-[\w-]+|[:@#.])[^\s=>"'/]*)(?<sign>\s*=\s*)(?<value>"[^"]*"|'[^']*')/g;

export function vueCode(text: string, script: string): MarkupCode {
  // Templates in languages other than HTML are not read.
  if (/<template\b[^>]*\blang\s*=/i.test(text))
    return { text, expressions: [], elements: [], locals: new Set() };
  const markup = markupOf(text);
  const locals = new Set<string>();
  const expressions: Expression[] = [];
  for (const { index, groups } of markup.matchAll(MUSTACHE)) {
    const { code = '' } = groups ?? {};
    if (code.trim() !== '') expressions.push({ start: index + 2, end: index + 2 + code.length });
  }
  for (const { index, groups } of markup.matchAll(DIRECTIVE)) {
    const { name = '', sign = '', value = '' } = groups ?? {};
    const start = index + name.length + sign.length + 1;
    const end = start + value.length - 2;
    const code = markup.slice(start, end);
    if (code.trim() === '') continue;
    if (/^(?:#|v-slot)/.test(name)) for (const local of namesIn(code)) locals.add(local);
    else if (name === 'v-for') {
      const loop = /^(?<pattern>[\s\S]*?\s(?:in|of)\s)(?<list>[\s\S]+)$/.exec(code)?.groups;
      if (loop === undefined) continue;
      const { pattern = '' } = loop;
      for (const local of namesIn(pattern.replace(/\s(?:in|of)\s$/, ''))) locals.add(local);
      expressions.push({ start: start + pattern.length, end });
    } else expressions.push({ start, end });
  }
  expressions.sort((a, b) => a.start - b.start);
  return { text, expressions, elements: elementsIn(markup, script), locals };
}
