import { inputJsonSchema, outputJsonSchema } from './json-schema.ts';
import { TOOLS, UNLISTED_TOOLS } from './registry.ts';
import type { Tool } from './tool.ts';

interface SchemaRow {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly description?: string;
  readonly items?: SchemaRow;
  readonly properties?: Readonly<Record<string, SchemaRow>>;
  readonly additionalProperties?: unknown;
  readonly prefixItems?: readonly SchemaRow[];
}

/** The text of docs/tools.md: everything in it comes from the registry. */
export function toolsMarkdown(): string {
  const head = [
    '# Tools',
    '',
    'Generated from `src/tools` by `npm run docs`; a test keeps it current.',
    '',
    'The same tools answer over MCP (`graph-memory mcp`) and on the command line, with the same data.',
    'Unknown parameters are refused with the known names.',
    'Numbers out of their bounds are clamped, and a note in the answer says so.',
    'Every list comes with `returned_count`, `total_count` and `truncated`; lines are 1-based and inclusive.',
    'Answers stay within `max_tokens` (4 characters count as a token; over MCP text and data together, on the command line the one that is printed): first snippets are left out, then signatures, then items, and a note says what was cut.',
    'A symbol is asked for by its id (`src/a.ts::Cart::add`), by a place (`src/a.ts:14`), or by the name that code has for it, with as much around it as tells it from others: `add`, `Cart.add`, `shop.cart.Cart`, `shop::Cart`, `com.acme.Cart#add`. What a module passes on from elsewhere is found under the name of either.',
    'When something cannot be answered, the error names its code; see [errors.md](errors.md).',
  ];
  const unlisted = [
    '',
    '# Not listed',
    '',
    'Answered when called, on the command line too, but left out of `tools/list`, which costs every session: the tools above do the same better, or agents have such tools of their own.',
  ];
  const sections = [
    ...TOOLS.flatMap(toolSection),
    ...unlisted,
    ...UNLISTED_TOOLS.flatMap(toolSection),
  ];
  return `${[...head, ...sections].join('\n')}\n`;
}

function toolSection(tool: Tool): string[] {
  const input = inputJsonSchema(tool) as SchemaRow & { required?: readonly string[] };
  const parameters = Object.entries(input.properties ?? {}).map(([name, schema]) => {
    const isRequired = input.required?.includes(name) ?? false;
    const bounds = tool.bounds[name];
    const about = [
      ...(schema.description === undefined ? [] : [schema.description]),
      ...(bounds === undefined ? [] : [`${bounds.min} to ${bounds.max}`]),
    ].join('; ');
    const fallback = isRequired ? 'required' : code(JSON.stringify(schema.default));
    return `| \`${name}\` | ${typeOf(schema)} | ${fallback} | ${cell(about)} |`;
  });
  const output = outputJsonSchema(tool) as SchemaRow;
  const traits = tool.annotations.readOnly ? 'Reads only.' : "Writes the tool's own store only.";
  return [
    '',
    `## \`${tool.name}\``,
    '',
    tool.description,
    traits,
    '',
    ...(parameters.length === 0
      ? ['No parameters.']
      : ['| Parameter | Type | Default | |', '|---|---|---|---|', ...parameters]),
    '',
    'Answer:',
    '',
    ...fieldLines(output, 0),
  ];
}

function fieldLines(schema: SchemaRow, depth: number): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    `${'  '.repeat(depth)}- \`${name}\`: ${typeOf(field)}${aboutField(field)}`,
    ...fieldLines(field.items ?? field, depth + 1),
  ]);
}

function aboutField({ description = '' }: SchemaRow): string {
  return description === '' ? '' : `. ${description}`;
}

function typeOf(schema: SchemaRow): string {
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${value}\``).join(', ');
  if (schema.prefixItems !== undefined) return `[${schema.prefixItems.map(typeOf).join(', ')}]`;
  if (schema.type === 'array') {
    return schema.items?.properties === undefined
      ? `list of ${schema.items === undefined ? 'anything' : typeOf(schema.items)}`
      : 'list of objects';
  }
  if (schema.type === 'object' && schema.properties === undefined) return 'numbers by name';
  return String(schema.type ?? 'anything');
}

function code(text: string | undefined): string {
  return text === undefined ? '–' : `\`${text}\``;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
