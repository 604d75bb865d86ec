import { nearestNames } from '../../base/edit-distance.ts';
import { GraphMemoryError } from '../../base/errors.ts';
import type { Tool } from '../tool.ts';

export interface ParsedInput {
  readonly input: Record<string, unknown>;
  /** What was changed to make the input acceptable, for the answer's notes. */
  readonly notes: readonly string[];
}

/**
 * Other tools' words for our parameters; models mix them up. Used only where the tool has the
 * parameter on the right and none of the name on the left.
 */
const ALIASES: Readonly<Record<string, string>> = {
  limit: 'max_results',
  top_k: 'max_results',
  k: 'max_results',
  lang: 'languages',
  language: 'languages',
  kind: 'kinds',
  edge_kinds: 'kinds',
  path_glob: 'paths',
  glob: 'paths',
  path: 'paths',
  id: 'symbol',
  symbol_id: 'symbol',
  name: 'symbol',
  file: 'path',
  file_path: 'path',
};

/**
 * Turns what a caller sent into a tool's input: unknown names are refused, numbers out of bounds
 * clamped and reported, `null` counts as absent, one value is taken where a list is expected.
 * @throws {GraphMemoryError} GM_USAGE with one line per problem.
 */
export function parseInput(tool: Tool, raw: unknown): ParsedInput {
  const shape: Readonly<Record<string, unknown>> = tool.input.shape;
  const given = namedValues(tool, raw, shape);
  const notes: string[] = [];
  for (const [name, bounds] of Object.entries(tool.bounds)) {
    const value = given[name];
    if (typeof value !== 'number' || Number.isNaN(value)) continue;
    const clamped = Math.min(bounds.max, Math.max(bounds.min, Math.trunc(value)));
    if (clamped === value) continue;
    notes.push(`${name} ${value} is outside of ${bounds.min} to ${bounds.max}; used ${clamped}`);
    given[name] = clamped;
  }
  const parsed = tool.input.safeParse(given);
  if (parsed.success) return { input: parsed.data, notes };
  const issues = parsed.error.issues.map((issue) => ({
    path: issue.path.join('.'),
    message: issue.message,
  }));
  const lines = issues.map((issue) =>
    issue.path === '' ? issue.message : `${issue.path}: ${issue.message}`,
  );
  throw new GraphMemoryError(
    'GM_USAGE',
    `invalid arguments for ${tool.name}: ${lines.join('; ')}`,
    {
      hint: `Parameters of ${tool.name}: ${describeParameters(tool)}.`,
      details: { issues },
    },
  );
}

function namedValues(
  tool: Tool,
  raw: unknown,
  shape: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  if (raw !== undefined && (typeof raw !== 'object' || raw === null || Array.isArray(raw))) {
    throw new GraphMemoryError('GM_USAGE', `arguments of ${tool.name} are not an object`, {
      hint: `Send an object with: ${describeParameters(tool)}.`,
    });
  }
  const given: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(raw ?? {})) {
    if (value === null) continue;
    const name = Object.hasOwn(shape, key) ? key : aliasOf(key, shape, raw ?? {});
    if (name === undefined) throw unknownParameter(tool, key, Object.keys(shape));
    given[name] = takesList(tool, name) && !Array.isArray(value) ? [value] : value;
  }
  return given;
}

function aliasOf(
  key: string,
  shape: Readonly<Record<string, unknown>>,
  raw: object,
): string | undefined {
  const name = Object.hasOwn(ALIASES, key) ? ALIASES[key] : undefined;
  if (name === undefined || !Object.hasOwn(shape, name) || Object.hasOwn(raw, name)) {
    return undefined;
  }
  return name;
}

function unknownParameter(tool: Tool, key: string, known: readonly string[]): GraphMemoryError {
  const [near] = nearestNames(key, known, 1);
  const suggestion = near === undefined ? '' : `Did you mean ${near}? `;
  return new GraphMemoryError('GM_USAGE', `unknown parameter "${key}" of ${tool.name}`, {
    hint: `${suggestion}Parameters of ${tool.name}: ${describeParameters(tool)}.`,
    details: { parameter: key, known },
  });
}

function takesList(tool: Tool, name: string): boolean {
  const schema = tool.input.shape[name];
  return schema !== undefined && 'safeParse' in schema && schema.safeParse([]).success;
}

function describeParameters(tool: Tool): string {
  const names = Object.entries(tool.input.shape).map(([name, schema]) =>
    'safeParse' in schema && schema.safeParse(undefined).success ? name : `${name} (required)`,
  );
  return names.length === 0 ? 'none' : names.join(', ');
}
