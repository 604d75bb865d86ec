/**
 * Creates heading anchors as GitHub does: lower case, punctuation and symbols dropped, spaces to
 * hyphens. Repeats within a page get `-1`, `-2`.
 */
export class Slugs {
  readonly #taken = new Map<string, number>();

  next(heading: string): string {
    const plain = slugOf(heading);
    let name = plain;
    let count = this.#taken.get(plain) ?? 0;
    while (count > 0 && this.#taken.has(name)) name = `${plain}-${count++}`;
    this.#taken.set(plain, Math.max(count, 1));
    if (name !== plain) this.#taken.set(name, 1);
    return name;
  }
}

export function slugOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Mark}\p{Number}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}
