/** Returns a monotonic time for measurements, in ms with fractions. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
