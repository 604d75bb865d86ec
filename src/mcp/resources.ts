import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server';
import { outgoingMessage } from '../tools/answer/outgoing.ts';
import { answerText } from '../tools/call.ts';
import { failureOf } from '../tools/failure.ts';
import type { CallTool } from './tool-access.ts';

const SCHEME = 'graph-memory://';

export const RESOURCES: readonly Resource[] = [
  {
    uri: `${SCHEME}status`,
    name: 'status',
    title: 'Indexed projects',
    description: 'The projects and the state of their indexes.',
    mimeType: 'text/plain',
  },
];

export const RESOURCE_TEMPLATES: readonly ResourceTemplateType[] = [
  {
    uriTemplate: `${SCHEME}{project}/file/{+path}`,
    name: 'file',
    title: 'A file',
    description:
      'A file of a project with secrets masked. Append :FIRST-LAST for some of its lines.',
    mimeType: 'text/plain',
  },
  {
    uriTemplate: `${SCHEME}{project}/symbol/{+id}`,
    name: 'symbol',
    title: 'A symbol',
    description: 'A symbol by its id: signature, code, callers and callees.',
    mimeType: 'text/plain',
  },
];

/**
 * Reads a resource by calling the tool that shows it.
 * @throws {ProtocolError} when the address or what it names does not exist.
 */
export async function readResource(uri: string, call: CallTool): Promise<ReadResourceResult> {
  const [name, input] = toolOf(uri);
  try {
    const answer = await call(name, input);
    return { contents: [{ uri, mimeType: 'text/plain', text: answerText(answer) }] };
  } catch (error) {
    const { message, hint } = failureOf(error);
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${message}. ${hint}`, { uri });
  }
}

function toolOf(uri: string): readonly [string, Readonly<Record<string, string>>] {
  if (uri === `${SCHEME}status`) return ['list_projects', {}];
  const found = /^graph-memory:\/\/([^/]+)\/(file|symbol)\/(.+)$/s.exec(uri);
  if (found === null) throw unknownAddress(uri);
  const [project, kind, rest] = found.slice(1).map(decoded) as [string, string, string];
  return kind === 'file'
    ? ['codebase_read', { project, path: rest }]
    : ['code_get_symbol', { project, symbol: rest }];
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A percent sign of a name that was not encoded.
    return part;
  }
}

function unknownAddress(uri: string): ProtocolError {
  const templates = RESOURCE_TEMPLATES.map(({ uriTemplate }) => uriTemplate).join(', ');
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    outgoingMessage(`no resource "${uri}"; known: ${SCHEME}status, ${templates}`),
    { uri },
  );
}
