import { isGraphMemoryError } from '../base/errors.ts';
import { type Consent, readConsents, writeConsents } from '../config/trust.ts';
import { printLine, type Terminal } from './terminal.ts';

/**
 * Whether an error reported missing consent and the user at the terminal has just given it. The
 * consent is stored. A program that uses pipes is never asked, because it would answer by itself.
 */
export async function isConsentGiven(terminal: Terminal, error: unknown): Promise<boolean> {
  const isAskable = terminal.isStdinTty && terminal.isStderrTty;
  if (!isAskable || !isGraphMemoryError(error) || error.code !== 'GM_UNTRUSTED') return false;
  const { path, reaches } = error.details as { path: string; reaches: readonly string[] };
  printLine(terminal.stderr, error.message);
  terminal.stderr.write('Do you trust this file, and allow it? [y/N] ');
  if (!/^y(es)?$/i.test((await readAnswer(terminal)).trim())) return false;
  await addConsents(terminal.homeDir, path, reaches);
  return true;
}

/** Stores consents in addition to the earlier ones. */
export async function addConsents(
  homeDir: string,
  config: string,
  reaches: readonly string[],
): Promise<void> {
  const before = readConsents(homeDir);
  const isNew = (reach: string) =>
    !before.some((one) => one.config === config && one.reach === reach);
  const added: Consent[] = [...new Set(reaches)].filter(isNew).map((reach) => ({ config, reach }));
  await writeConsents(homeDir, [...before, ...added]);
}

/** One line; nothing when the input ends. No command that asks reads anything else. */
async function readAnswer({ stdin }: Terminal): Promise<string> {
  for await (const text of stdin) return String(text);
  return '';
}
