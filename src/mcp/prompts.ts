import {
  type GetPromptRequest,
  type GetPromptResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import { outgoingMessage } from '../tools/answer/outgoing.ts';

interface PromptDefinition extends Prompt {
  readonly text: (values: Readonly<Record<string, string>>) => string;
}

const DEFINITIONS: readonly PromptDefinition[] = [
  {
    name: 'onboard',
    title: 'Get to know this project',
    description: 'An overview of an unfamiliar project: purpose, structure, central symbols.',
    arguments: [{ name: 'project', description: 'A project name; needed if there are several' }],
    text: ({ project }) =>
      [
        `Explain ${project === undefined ? 'this project' : `the project ${project}`} to a developer who is new to it.`,
        'Use the graph-memory tools: index_status for its size and languages, docs_search for what its documentation says about purpose and structure,',
        'code_search for where the program starts, and code_get_symbol for its three or four central symbols.',
        'Cite a path and line for every claim. Finish with three questions worth asking next.',
      ].join('\n'),
  },
  {
    name: 'where_to_start',
    title: 'Where do I start?',
    description: 'The places to read and to change for a task.',
    arguments: [{ name: 'task', description: 'The task in one or two sentences', required: true }],
    text: ({ task }) =>
      [
        `I want to do this: ${task}`,
        'Find the places to change with code_search, confirm each with code_get_symbol, and list callers and tests with code_references.',
        'Answer with an ordered list of places (path and line), why each matters, and what could break. Do not edit anything yet.',
      ].join('\n'),
  },
  {
    name: 'change_symbol',
    title: 'What must change with this symbol?',
    description: 'Callers, overrides, tests and pages that concern a symbol.',
    arguments: [{ name: 'symbol', description: 'A name or a symbol id', required: true }],
    text: ({ symbol }) =>
      [
        `I want to change the signature of ${symbol}.`,
        'Use code_references with overrides for its uses, graph_traverse for what those reach, and docs_cross_references for pages that mention it.',
        'List every line that must change, tests apart, and say what could not be resolved.',
      ].join('\n'),
  },
];

export const PROMPTS: readonly Prompt[] = DEFINITIONS.map(({ text: _, ...prompt }) => prompt);

/**
 * Returns the message of a prompt.
 * @throws {ProtocolError} when there is no such prompt, or a required argument is missing.
 */
export function promptMessages({
  name,
  arguments: values = {},
}: GetPromptRequest['params']): GetPromptResult {
  const prompt = DEFINITIONS.find((definition) => definition.name === name);
  if (prompt === undefined) throw refused(`no prompt "${name}"`);
  const missing = prompt.arguments?.find(({ name: key, required }) => required && !values[key]);
  if (missing !== undefined) throw refused(`prompt "${name}" needs the argument "${missing.name}"`);
  const { description = '' } = prompt;
  const content = { type: 'text' as const, text: prompt.text(values) };
  return { description, messages: [{ role: 'user', content }] };
}

function refused(problem: string): ProtocolError {
  const names = DEFINITIONS.map(({ name }) => name).join(', ');
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    outgoingMessage(`${problem}; prompts: ${names}`),
  );
}
