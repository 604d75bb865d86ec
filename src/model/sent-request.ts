/** A request that a test sends to the program. */
export interface SentRequest {
  /** The position of the innermost declaration around the call; −1 for none. */
  readonly declaration: number;
  readonly line: number;
  /** The HTTP method; `*` if it is not known. */
  readonly method: string;
  /** The path without host and query. Unknown parts are in braces; one in front is a base address. */
  readonly url: string;
}

/** Writes a request as text; see {@link sentRequestOfText}. */
export function textOfSentRequest({ declaration, line, method, url }: SentRequest): string {
  return `${declaration} ${line} ${method} ${url}`;
}

/** Parses a text of {@link textOfSentRequest}. */
export function sentRequestOfText(text: string): SentRequest {
  const [declaration, line, method = '*', ...url] = text.split(' ');
  return { declaration: Number(declaration), line: Number(line), method, url: url.join(' ') };
}
