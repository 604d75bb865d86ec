/** A replacement of part of a text that keeps its length and line ends. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  /** Replacement text; the rest of the range is blanked. */
  readonly by?: string;
}

export function edited(text: string, edits: readonly Edit[]): string {
  let result = '';
  let at = 0;
  for (const { start, end, by = '' } of [...edits].sort((a, b) => a.start - b.start)) {
    if (start < at) continue;
    result += text.slice(at, start) + by + blank(text.slice(start + by.length, end));
    at = end;
  }
  return result + text.slice(at);
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ');
}
