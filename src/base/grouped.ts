/** `12345` → `12,345`, as people read counts. By hand, since the first use of a locale costs 15 ms. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
