import type { CompleteRequest, CompleteResult } from '@modelcontextprotocol/server';
import type { CallTool } from './tool-access.ts';

/** Maximum number of completions that the protocol permits. */
const VALUES_MAX = 100;

/**
 * Completes an argument of a prompt or of a resource address: project names, and symbols by what is
 * typed so far. Other arguments have no completions.
 */
export async function complete(
  { argument, context }: CompleteRequest['params'],
  call: CallTool,
): Promise<CompleteResult> {
  const values = await valuesOf(argument, context?.arguments?.['project'], call);
  return {
    completion: {
      values: values.slice(0, VALUES_MAX),
      total: values.length,
      hasMore: values.length > VALUES_MAX,
    },
  };
}

async function valuesOf(
  { name, value }: CompleteRequest['params']['argument'],
  project: string | undefined,
  call: CallTool,
): Promise<readonly string[]> {
  if (name === 'project') {
    const { structured } = await call('list_projects', {});
    const projects = structured['projects'] as readonly { readonly name: string }[];
    return projects.map((one) => one.name).filter((known) => known.startsWith(value));
  }
  if ((name !== 'symbol' && name !== 'id') || value.trim() === '') return [];
  const input = { symbol: value, match: 'prefix', ...(project === undefined ? {} : { project }) };
  const { structured } = await call('codebase_search_symbol', input);
  const found = structured['results'] as readonly { readonly symbol: string }[];
  return [...new Set(found.map(({ symbol }) => symbol))];
}
