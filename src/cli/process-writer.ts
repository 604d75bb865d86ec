import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { processFingerprint, type WriterIdentity } from '../project/project.ts';

/** This process as the stores' locks name it; programs that embed us can use it too. */
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

/** Signal 0 only asks. A process that is not ours to signal (EPERM) is alive. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
