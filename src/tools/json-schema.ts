import { z } from 'zod';
import type { Tool } from './tool.ts';

type JsonSchema = Record<string, unknown>;

/** The description of one tool in `tools/list`. */
export interface ToolListing {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema & { readonly type: 'object' };
  readonly annotations: {
    readonly readOnlyHint: boolean;
    /** These two hints have no meaning for read-only tools. */
    readonly destructiveHint?: false;
    readonly idempotentHint?: boolean;
    readonly openWorldHint: false;
  };
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** Clients that load tools on demand keep this one loaded, because most tasks begin with it. */
const ALWAYS_LOADED = 'code_search';

/**
 * Returns the listing of a tool. The same tools give the same bytes: key order is fixed here and in
 * the schemas, and nothing depends on state.
 */
export function toolListing(tool: Tool): ToolListing {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: leanInputSchema(tool),
    annotations: {
      readOnlyHint: tool.annotations.readOnly,
      ...(tool.annotations.readOnly
        ? {}
        : { destructiveHint: false as const, idempotentHint: tool.annotations.idempotent }),
      openWorldHint: false,
    },
    ...(tool.name === ALWAYS_LOADED ? { _meta: { 'anthropic/alwaysLoad': true } } : {}),
  };
}

/**
 * Returns the input schema. parseInput rejects unknown keys by name; the schema states it for
 * clients that check.
 */
export function inputJsonSchema(tool: Tool): JsonSchema & { readonly type: 'object' } {
  const { $schema: _, ...schema } = z.toJSONSchema(tool.input, { io: 'input' });
  return { ...schema, type: 'object' };
}

/**
 * Parameters of many tools that few sessions need. The instructions name them once. The schema must
 * not refuse them, because some clients check arguments.
 */
const UNLISTED_PARAMETERS: ReadonlySet<string> = new Set(['revision']);

/**
 * Returns the input schema without lengths and empty-list defaults. If they matter, the error
 * message explains them.
 */
export function leanInputSchema(tool: Tool): JsonSchema & { readonly type: 'object' } {
  const schema = inputJsonSchema(tool);
  const all = (schema['properties'] ?? {}) as JsonSchema;
  const properties: JsonSchema = {};
  for (const [name, property] of Object.entries(all)) {
    if (UNLISTED_PARAMETERS.has(name)) {
      delete schema['additionalProperties'];
      continue;
    }
    const { minLength: _, maxLength: __, ...rest } = property as JsonSchema;
    if (Array.isArray(rest['default'])) delete rest['default'];
    if (rest['type'] === 'array') rest['items'] = { type: 'string' };
    properties[name] = rest;
  }
  return { ...schema, properties };
}

/** Returns the whole output schema with nested objects, for the documentation. */
export function outputJsonSchema(tool: Tool): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(tool.output, { io: 'output' });
  return schema;
}
