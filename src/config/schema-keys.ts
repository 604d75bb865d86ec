import { z } from 'zod';
import { configSchema } from './schema.ts';

/** Strips the wrappers zod puts around a schema for defaults and options. */
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

/** The keys the schema knows at a place of the file; empty where any name may stand. */
export function knownKeysAt(path: readonly string[]): string[] {
  let schema: unknown = configSchema;
  for (const key of path) schema = child(schema, key);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/** Every key of the schema with the place it belongs to; `<name>` stands for any project. */
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
