/**
 * Waits for work until a deadline that is shorter than a client's timeout, then throws `late()`.
 * The work continues in the background; its result is available to the next call, and `onFailure`
 * is called if it fails.
 */
export async function respondByDeadline<Answer>(
  work: Promise<Answer>,
  deadlineMs: number,
  late: () => Error,
  onFailure: (error: unknown) => void,
): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  let isLate = false;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      isLate = true;
      reject(late());
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
