import { z } from 'zod';
import { configSchema } from './schema.ts';

/** Strips the wrappers that zod adds to a schema for defaults and optional values. */
function unwrap(schema: unknown): unknown {
  let inner = schema;
  while (
    inner instanceof z.ZodDefault ||
    inner instanceof z.ZodPrefault ||
    inner instanceof z.ZodOptional
  )
    inner = inner.unwrap();
  return inner;
}

function child(schema: unknown, key: string): unknown {
  if (schema instanceof z.ZodObject) return unwrap(schema.shape[key]);
  return schema instanceof z.ZodRecord ? unwrap(schema.valueType) : undefined;
}

/**
 * Returns the keys that the schema allows at a path of the file; empty where any name is allowed.
 */
export function knownKeysAt(path: readonly string[]): string[] {
  let schema: unknown = configSchema;
  for (const key of path) schema = child(schema, key);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/** Returns every key of the schema with its path; `<name>` represents any project. */
export function keyPlaces(
  path: readonly string[] = [],
  schema: unknown = configSchema,
): { key: string; path: readonly string[] }[] {
  if (schema instanceof z.ZodRecord)
    return keyPlaces([...path, '<name>'], unwrap(schema.valueType));
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.keys(schema.shape).flatMap((key) => [
    { key, path },
    ...keyPlaces([...path, key], child(schema, key)),
  ]);
}
