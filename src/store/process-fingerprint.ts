import { readFileSync } from 'node:fs';

/** Field in a process's line of /proc that contains its start time; fields are counted from 1. */
const START_FIELD = 22;
/**
 * First field after the command. The command, field 2, is in brackets and may contain blanks, so
 * later fields are counted from here.
 */
const FIRST_FIELD_AFTER_COMMAND = 3;

/**
 * Returns a fingerprint that distinguishes processes that reuse a process number: the machine's
 * boot id and the clock tick at which the process started. Clock changes affect neither. Returns
 * undefined if there is no such process, or on systems without /proc (all but Linux). Source:
 * proc(5), /proc/[pid]/stat and /proc/sys/kernel/random/boot_id.
 */
export function processFingerprint(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    const start = fields[START_FIELD - FIRST_FIELD_AFTER_COMMAND];
    return start === undefined ? undefined : `${boot}/${start}`;
  } catch {
    // Another system, or no such process.
    return undefined;
  }
}
