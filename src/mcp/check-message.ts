/**
 * Checks incoming messages before the SDK sees them. The SDK drops invalid JSON-RPC messages without an
 * answer, so their sender would wait forever. Independent of the transport.
 */
import {
  isSpecType,
  type JSONRPCMessage,
  ProtocolErrorCode,
  type RequestId,
  specTypeSchemas,
} from '@modelcontextprotocol/server';
import { outgoingMessage } from '../tools/answer/outgoing.ts';
import type { MessageLine } from './message-lines.ts';

/** The answer to an invalid message. JSON-RPC requires `null` if the id could not be read. */
export interface ErrorReply {
  readonly jsonrpc: '2.0';
  readonly id: RequestId | null;
  readonly error: { readonly code: number; readonly message: string };
}

/**
 * A valid message, or the problem of an invalid one. `reply` is undefined if the sender expects
 * none.
 */
export type CheckedMessage =
  | { readonly message: JSONRPCMessage }
  | { readonly problem: string; readonly reply: ErrorReply | undefined };

/** The methods handled here, with the schema of the whole message. */
const SCHEMAS = {
  initialize: specTypeSchemas.InitializeRequest,
  ping: specTypeSchemas.PingRequest,
  'tools/list': specTypeSchemas.ListToolsRequest,
  'tools/call': specTypeSchemas.CallToolRequest,
  'notifications/cancelled': specTypeSchemas.CancelledNotification,
  'notifications/progress': specTypeSchemas.ProgressNotification,
} as const;

/** Checks one line of a stream; undefined for an empty one. */
export function checkLine(line: MessageLine, bytesMax: number): CheckedMessage | undefined {
  if ('head' in line) {
    const problem = `the message is longer than ${bytesMax} bytes, so it was not read`;
    return refusal(
      idOfEnds(line.head, line.tail) ?? null,
      ProtocolErrorCode.InvalidRequest,
      problem,
    );
  }
  if (line.text.trim() === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(line.text);
  } catch (error) {
    return refusal(
      null,
      ProtocolErrorCode.ParseError,
      `not JSON: ${(error as SyntaxError).message}`,
    );
  }
  return checkMessage(value);
}

/** Checks the envelope of a message, and the parameters of the methods that are known here. */
function checkMessage(value: unknown): CheckedMessage {
  const fields = isRecord(value) ? value : {};
  const id = isRequestId(fields['id']) ? fields['id'] : undefined;
  const { method } = fields;
  // The sender of a response or a notification expects no answer.
  const isAwaited = typeof method === 'string' ? 'id' in fields : !isResponse(fields);
  const refuse = (code: ProtocolErrorCode, problem: string) =>
    refusal(isAwaited ? (id ?? null) : undefined, code, problem);

  const problem = isRecord(value) ? envelopeProblem(fields) : 'not a JSON object';
  if (problem !== undefined) return refuse(ProtocolErrorCode.InvalidRequest, problem);
  const isEnvelope = isSpecType.JSONRPCMessage(value);
  if (typeof method === 'string') {
    const { params = {} } = fields;
    if (!isRecord(params))
      return refuse(ProtocolErrorCode.InvalidParams, 'params must be an object');
    const issue = isKnown(method) ? problemOf(SCHEMAS[method], { method, params }) : undefined;
    if (issue !== undefined) return refuse(ProtocolErrorCode.InvalidParams, issue);
    // The envelope is valid, so only the fields common to all `params` remain.
    if (!isEnvelope) return refuse(ProtocolErrorCode.InvalidParams, 'params._meta is malformed');
  }
  if (!isEnvelope) return refuse(ProtocolErrorCode.InvalidRequest, 'not a JSON-RPC message');
  return { message: value };
}

function isKnown(method: string): method is keyof typeof SCHEMAS {
  return Object.hasOwn(SCHEMAS, method);
}

/** Returns the first problem of a message, with the path of the field. */
function problemOf(
  schema: (typeof SCHEMAS)[keyof typeof SCHEMAS],
  message: unknown,
): string | undefined {
  const issue = schema['~standard'].validate(message).issues?.[0];
  return issue && `${(issue.path ?? []).join('.')}: ${issue.message}`;
}

const REQUEST_FIELDS: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params']);

/** Returns the problem of the fields common to requests and notifications, or undefined. */
function envelopeProblem(fields: Readonly<Record<string, unknown>>): string | undefined {
  if (fields['jsonrpc'] !== '2.0') return 'jsonrpc must be "2.0"';
  if (isResponse(fields)) return undefined;
  if (typeof fields['method'] !== 'string') return 'method must be a string';
  if ('id' in fields && !isRequestId(fields['id'])) return 'id must be a string or an integer';
  const unknown = Object.keys(fields).find((name) => !REQUEST_FIELDS.has(name));
  return unknown === undefined ? undefined : `unknown field "${unknown}"`;
}

function isResponse(fields: Readonly<Record<string, unknown>>): boolean {
  return !('method' in fields) && ('result' in fields || 'error' in fields);
}

/** Describes a refused message. Without an id no reply is sent. */
function refusal(
  id: RequestId | null | undefined,
  code: ProtocolErrorCode,
  problem: string,
): CheckedMessage {
  const message = outgoingMessage(problem);
  const reply: ErrorReply | undefined =
    id === undefined ? undefined : { jsonrpc: '2.0', id, error: { code, message } };
  return { problem: message, reply };
}

/** Fields of plain values before the id, as of libraries that put `params` after it. */
const ID_FIRST = /^\s*\{(?:\s*"\w+"\s*:\s*"[^"\\]*"\s*,)*?\s*"id"\s*:\s*(-?\d{1,15}|"[^"\\]*")\s*,/;
/** The brace that ends a message ends its outermost object, so an id before it is the message's. */
const ID_LAST = /,\s*"id"\s*:\s*(-?\d{1,15}|"[^"\\]*")\s*\}\s*$/;

/** The id of a message of which only the ends are known. */
function idOfEnds(head: string, tail: string): RequestId | undefined {
  const id = (ID_FIRST.exec(head) ?? ID_LAST.exec(tail))?.[1];
  return id === undefined ? undefined : (JSON.parse(id) as RequestId);
}

function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
