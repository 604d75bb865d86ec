import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { processFingerprint, type WriterIdentity } from '../project/project.ts';

/**
 * Returns the identity of this process for store locks; programs that embed the library can use it
 * too.
 */
export function processWriter(): WriterIdentity {
  return {
    pid: process.pid,
    host: hostname(),
    processStartedAtMs: Date.now() - process.uptime() * 1000,
    now: () => Date.now(),
    isAlive,
    fingerprintOf: processFingerprint,
    pause: (ms) => pause(ms),
  };
}

/**
 * Whether a process is running. Signal 0 only checks. A process that may not be signalled (EPERM)
 * is running.
 */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
