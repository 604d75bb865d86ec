/**
 * Waits for work, but not longer than a client would: after that the answer is `late()`. The work goes
 * on; what it finds then is there for the next call, and `onFailure` hears if it fails.
 */
export async function withPatience<Answer>(
  work: Promise<Answer>,
  patienceMs: number,
  late: () => Answer,
  onFailure: (error: unknown) => void,
): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  let isLate = false;
  const patience = new Promise<Answer>((resolve) => {
    timer = setTimeout(() => {
      isLate = true;
      resolve(late());
    }, patienceMs);
  });
  work.catch((error: unknown) => {
    if (isLate) onFailure(error);
  });
  try {
    return await Promise.race([work, patience]);
  } finally {
    clearTimeout(timer);
  }
}
