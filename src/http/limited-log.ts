const PERIOD_MS = 60_000;
const LINES_MAX = 20;

/**
 * Returns a log that writes at most 20 lines a minute, so that a client which sends nothing but
 * errors cannot fill a disk. The next line that is written tells how many were left out.
 * @param now Returns a time in ms.
 */
export function limitedLog(log: (line: string) => void, now: () => number): (line: string) => void {
  let start = Number.NEGATIVE_INFINITY;
  let written = 0;
  let leftOut = 0;
  return (line) => {
    if (now() - start >= PERIOD_MS) {
      start = now();
      written = 0;
    }
    if (written === LINES_MAX) {
      leftOut += 1;
      return;
    }
    written += 1;
    log(leftOut === 0 ? line : `${line} (${leftOut} lines of this kind were left out before)`);
    leftOut = 0;
  };
}
