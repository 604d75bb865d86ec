import { z } from 'zod';
import { configSchema } from './schema.ts';

/**
 * Returns the JSON Schema (2020-12) of graph-memory.yaml as a person writes it, for completion in
 * editors.
 */
export function configJsonSchema(): string {
  return `${JSON.stringify(z.toJSONSchema(configSchema, { io: 'input' }), undefined, 2)}\n`;
}
