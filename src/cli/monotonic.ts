/** A clock for measuring: ms with fractions, never set back. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
