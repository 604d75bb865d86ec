import { readFileSync } from 'node:fs';

/** Where a process's line of /proc says when it began; fields are counted from 1. */
const START_FIELD = 22;
/** The command, field 2, is in brackets and may hold blanks; fields after it are counted from here. */
const FIRST_FIELD_AFTER_COMMAND = 3;

/**
 * Tells two lives of one process number apart: the boot of the machine and the clock tick at which
 * the process began, neither of which a change of the clock touches. undefined when there is no such
 * process, or where the system does not say (only Linux has /proc).
 * Source: proc(5), /proc/[pid]/stat and /proc/sys/kernel/random/boot_id.
 */
export function processFingerprint(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    const start = fields[START_FIELD - FIRST_FIELD_AFTER_COMMAND];
    return start === undefined ? undefined : `${boot}/${start}`;
  } catch {
    // Another system, or no such process: there is nothing to tell.
    return undefined;
  }
}
