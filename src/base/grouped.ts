/**
 * Formats a count with thousands separators: `12345` → `12,345`. Written by hand because the first
 * use of a locale costs 15 ms.
 */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
