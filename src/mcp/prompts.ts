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
        'Use the graph-memory tools: overview for its purpose, folders, entry points and central symbols, docs_search for what its documentation says about structure,',
        'and explain for three or four of the central symbols.',
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
        'Find the places with explain, and list what must change with each by impact.',
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
        'Use impact with the change "signature": it lists declarations, uses, tests and pages, and accounts for every line that holds the name.',
        'List every line that must change, tests apart, and say what could not be resolved.',
      ].join('\n'),
  },
  {
    name: 'review_changes',
    title: 'Review my changes',
    description: 'What a diff touches and breaks, with the tests to run and the pages to check.',
    arguments: [
      {
        name: 'range',
        description: 'A commit, A..B or main...HEAD; uncommitted changes by default',
      },
    ],
    text: ({ range }) =>
      [
        `Review ${range === undefined || range === '' ? 'my uncommitted changes' : `the changes of ${range}`}.`,
        'Call changes for the symbols touched, by risk, and git_changed_snippets for the lines. Look at each broken use with code_get_symbol.',
        'Report what breaks or is likely wrong, with path and line, then the tests to run and the documentation to check. Do not edit anything.',
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
