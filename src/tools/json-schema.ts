import { z } from 'zod';
import type { Tool } from './tool.ts';

type JsonSchema = Record<string, unknown>;

/** What `tools/list` says of one tool. */
export interface ToolListing {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema & { readonly type: 'object' };
  readonly outputSchema: JsonSchema & { readonly type: 'object' };
  readonly annotations: {
    readonly readOnlyHint: boolean;
    /** These two mean nothing of tools that only read. */
    readonly destructiveHint?: false;
    readonly idempotentHint?: boolean;
    readonly openWorldHint: false;
  };
}

/** Same tools, same bytes: key order is written here and in the schemas, nothing depends on state. */
export function toolListing(tool: Tool): ToolListing {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: leanInputSchema(tool),
    outputSchema: leanOutputSchema(tool),
    annotations: {
      readOnlyHint: tool.annotations.readOnly,
      ...(tool.annotations.readOnly
        ? {}
        : { destructiveHint: false as const, idempotentHint: tool.annotations.idempotent }),
      openWorldHint: false,
    },
  };
}

/** Unknown keys are refused by name in parseInput; the schema says so to clients that check. */
export function inputJsonSchema(tool: Tool): JsonSchema & { readonly type: 'object' } {
  const { $schema: _, ...schema } = z.toJSONSchema(tool.input, { io: 'input' });
  return { ...schema, type: 'object' };
}

/** Without what a model learns from the error if it ever matters: lengths, and that lists may be empty. */
function leanInputSchema(tool: Tool): JsonSchema & { readonly type: 'object' } {
  const schema = inputJsonSchema(tool);
  const properties: JsonSchema = {};
  for (const [name, property] of Object.entries((schema['properties'] ?? {}) as JsonSchema)) {
    const { minLength: _, maxLength: __, ...rest } = property as JsonSchema;
    if (Array.isArray(rest['default'])) delete rest['default'];
    if (rest['type'] === 'array') rest['items'] = { type: 'string' };
    properties[name] = rest;
  }
  return { ...schema, properties };
}

/** The whole output schema, nested objects included: for the documentation. */
export function outputJsonSchema(tool: Tool): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(tool.output, { io: 'output' });
  return schema;
}

/** What all answers have alike. */
const COMMON_KEYS: ReadonlySet<string> = new Set(['notes']);

/**
 * Only where the content is: the top-level keys that hold lists and objects. An output schema is sent
 * to every client session, and what is inside of a list shows in the first answer, as numbers and words
 * beside it do. Answers are still checked against the whole schema.
 */
function leanOutputSchema(tool: Tool): JsonSchema & { readonly type: 'object' } {
  const properties: JsonSchema = {};
  for (const [name, schema] of Object.entries(
    z.toJSONSchema(tool.output, { io: 'output' }).properties ?? {},
  )) {
    if (typeof schema !== 'object' || COMMON_KEYS.has(name)) continue;
    if (typeof schema.type === 'string' && !/^(array|object)$/.test(schema.type)) continue;
    properties[name] = schema.type === undefined ? {} : { type: schema.type };
  }
  return { type: 'object', properties };
}
