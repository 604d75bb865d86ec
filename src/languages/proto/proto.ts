import type { Start } from '../../extractors/data-files/starts.ts';
import { scannedLanguage } from '../../extractors/line-scanner/scan.ts';
import type { Written } from '../../model/registrations.ts';

export const PROTO = scannedLanguage(
  { id: 'proto', title: 'Protocol Buffers', extensions: ['.proto'], aliases: ['protobuf'] },
  {
    parts: [
      { pattern: /^[ \t]*message\s+(?<name>\w+)/gm, kind: 'class', until: 'braces' },
      { pattern: /^[ \t]*enum\s+(?<name>\w+)/gm, kind: 'enum', until: 'braces' },
      { pattern: /^[ \t]*service\s+(?<name>\w+)/gm, kind: 'interface', until: 'braces' },
      { pattern: /^[ \t]*rpc\s+(?<name>\w+)/gm, kind: 'method', until: 'braces' },
      { pattern: /^[ \t]*extend\s+(?<name>[\w.]+)/gm, kind: 'class', until: 'braces' },
    ],
    imports: /^import\s+(?:public\s+|weak\s+)?"(?<path>[^"]+)"/gm,
    comment: /^\s*\/\//,
    starts: rpcMethods,
  },
);

const TEXT_OR_COMMENT = /"(?:[^"\\\n]|\\.)*"|\/\/.*|\/\*[\s\S]*?\*\//g;
const PACKAGE = /^\s*package\s+([\w.]+)\s*;/m;
const SERVICE = /\bservice\s+(\w+)\s*\{/g;
const METHOD = /\brpc\s+(\w+)\s*\([^)]*\)\s*returns\s*\([^)]*\)\s*([;{])/g;
const HTTP_OPTION = /\(\s*google\.api\.http\s*\)/;
const BINDING = /\b(get|put|post|delete|patch)\s*:\s*"([^"]+)"/g;

/** Returns each method as `package.Service/Method` with its routes as texts, `GET /v1/users/{id}`. */
function rpcMethods(text: string): readonly Start[] {
  if (!/\bservice\b/.test(text)) return [];
  const code = text.replaceAll(TEXT_OR_COMMENT, (match) =>
    match.startsWith('"') ? match : match.replaceAll(/[^\n]/g, ' '),
  );
  const own = PACKAGE.exec(code)?.[1];
  return [...code.matchAll(SERVICE)].flatMap(({ 0: head, 1: name, index }) => {
    const service = own === undefined ? name : `${own}.${name}`;
    const bodyStart = index + head.length;
    const bodyEnd = blockEnd(code, bodyStart);
    return [...code.slice(bodyStart, bodyEnd).matchAll(METHOD)].map((method): Start => {
      const start = bodyStart + method.index;
      const headEnd = start + method[0].length;
      const end = method[2] === '{' ? blockEnd(code, headEnd) : headEnd;
      return {
        rule: 'rpc',
        name: `${service}/${method[1]}`,
        value: { form: 'list', items: routesIn(code.slice(headEnd, end)) },
        ...{ start, end },
      };
    });
  });
}

function routesIn(body: string): readonly Written[] {
  if (!HTTP_OPTION.test(body)) return [];
  return [...body.matchAll(BINDING)].map(([, verb = '', path = '']) => ({
    form: 'text',
    text: `${verb.toUpperCase()} ${path}`,
  }));
}

/** Returns the offset after the brace that closes a block, or the end of the text. */
function blockEnd(text: string, start: number): number {
  let depth = 1;
  for (let index = start; index < text.length; index++) {
    if (text[index] === '{') depth++;
    else if (text[index] === '}' && --depth === 0) return index + 1;
  }
  return text.length;
}
