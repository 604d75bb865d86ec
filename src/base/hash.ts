import { createHash } from 'node:crypto';

/** SHA-256 of text (as UTF-8) or bytes, first 32 hex digits (128 bits). */
export function contentHash(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}
