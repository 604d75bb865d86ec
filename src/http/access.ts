import { createHash, timingSafeEqual } from 'node:crypto';
import type { AccessToken } from '../config/access-tokens.ts';

/** The projects that a client may read; undefined for all. */
export interface Access {
  readonly projects: ReadonlySet<string> | undefined;
}

/** Finds the access that a token gives, in a time that does not depend on the token. */
export class AccessTable {
  readonly #entries: readonly (Access & { readonly digest: Buffer })[];

  constructor(tokens: readonly AccessToken[]) {
    this.#entries = tokens.map(({ token, projects }) => ({ digest: digestOf(token), projects }));
  }

  /** Returns the access of an `Authorization` header; undefined if it gives none. */
  find(header: string | undefined): Access | undefined {
    const token = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1];
    if (token === undefined) return undefined;
    const digest = digestOf(token);
    let found: Access | undefined;
    for (const entry of this.#entries) {
      if (timingSafeEqual(entry.digest, digest)) found = { projects: entry.projects };
    }
    return found;
  }
}

/** Digests have equal lengths, which the comparison needs. */
function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
