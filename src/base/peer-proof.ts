import { createHmac, timingSafeEqual } from 'node:crypto';

/** Each side proves something else, so that neither can send back what it has received. */
export type PeerRole = 'client' | 'server';

/** Returns the proof that a peer knows the secret, for one connection. The secret stays unknown. */
export function peerProof(secret: string, role: PeerRole, nonce: string): string {
  return createHmac('sha256', secret).update(`${role}:${nonce}`).digest('base64url');
}

/** Whether a proof is right, in a time that does not depend on it. */
export function isPeerProof(
  proof: string | undefined,
  secret: string,
  role: PeerRole,
  nonce: string,
): boolean {
  const given = Buffer.from(proof ?? '');
  const expected = Buffer.from(peerProof(secret, role, nonce));
  return given.length === expected.length && timingSafeEqual(given, expected);
}
