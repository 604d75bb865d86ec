/**
 * Waits for work until a deadline that is shorter than a client's timeout, then returns `late()`.
 * The work continues in the background; its result is available to the next call, and `onFailure`
 * is called if it fails.
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
