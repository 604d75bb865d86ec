/** Returns the next multiple of 8, an offset at which every typed array can be a view. */
export function align(offset: number): number {
  return Math.ceil(offset / 8) * 8;
}

export function byteLengthOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
}
