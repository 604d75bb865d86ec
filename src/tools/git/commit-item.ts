/** Commits and their authors, as answers show them. */
import { z } from 'zod';
import { maskSecrets } from '../../files/secrets/mask-secrets.ts';
import { oneLine } from '../answer/display.ts';
import { isoDay } from '../docs/drift/age.ts';

const TEXT_CHARACTERS_MAX = 120;

export const commitSchema = z.strictObject({
  hash: z.string(),
  date: z.string(),
  author: z.string(),
  subject: z.string(),
});

export function commitItem(
  { hash, author, subject }: Readonly<Record<'hash' | 'author' | 'subject', string>>,
  date: string,
): z.infer<typeof commitSchema> {
  return { hash, date, author: maskedLine(author), subject: maskedLine(subject) };
}

/** Returns a text of git as one line, with its secrets masked. */
export function maskedLine(text: string): string {
  return oneLine(maskSecrets(text).text, TEXT_CHARACTERS_MAX);
}

/** An author of some commits. */
export interface Author {
  readonly author: string;
  readonly commits: number;
  readonly lastTimeS: number;
}

export const authorSchema = z.strictObject({
  author: z.string(),
  commit_count: z.int(),
  last_date: z.string(),
});

/** Returns the authors of some commits, those with the most commits first. */
export function authorsOf(
  commits: Iterable<{ readonly author: string; readonly timeS: number }>,
): readonly Author[] {
  const authors = new Map<string, Author>();
  for (const { author, timeS } of commits) {
    const { commits: count = 0, lastTimeS = 0 } = authors.get(author) ?? {};
    authors.set(author, { author, commits: count + 1, lastTimeS: Math.max(timeS, lastTimeS) });
  }
  return [...authors.values()].sort((a, b) => b.commits - a.commits || b.lastTimeS - a.lastTimeS);
}

export function authorItem({ author, commits, lastTimeS }: Author): z.infer<typeof authorSchema> {
  return { author: maskedLine(author), commit_count: commits, last_date: isoDay(lastTimeS) };
}
