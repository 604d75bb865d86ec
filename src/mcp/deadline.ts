/**
 * Waits for work, but not longer than a client would: after that the answer is `late()`. The work goes
 * on; what it finds then is there for the next call, and `onFailure` hears if it fails.
 */
export async function respondByDeadline<Answer>(
  work: Promise<Answer>,
  deadlineMs: number,
  late: () => Answer,
  onFailure: (error: unknown) => void,
): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  let isLate = false;
  const deadline = new Promise<Answer>((resolve) => {
    timer = setTimeout(() => {
      isLate = true;
      resolve(late());
    }, deadlineMs);
  });
  work.catch((error: unknown) => {
    if (isLate) onFailure(error);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
