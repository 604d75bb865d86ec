/** The next multiple of 8: from there every typed array can be a view. */
export function align(offset: number): number {
  return Math.ceil(offset / 8) * 8;
}
