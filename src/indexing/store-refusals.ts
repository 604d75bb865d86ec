import { type GraphMemoryError, isGraphMemoryError } from '../base/errors.ts';

/** Whether the error is a refused disk access, to the store as a whole or to a file in it. */
export function isRefusal(error: unknown): error is GraphMemoryError {
  return isGraphMemoryError(error) && error.code === 'GM_IO';
}

export function isBusy(error: unknown): boolean {
  return isGraphMemoryError(error) && error.code === 'GM_BUSY';
}

export function isCancelled(error: unknown): boolean {
  return isGraphMemoryError(error) && error.code === 'GM_CANCELLED';
}

/** Whether the stored data is unusable, but can be replaced by a new index. */
export function isUnusableStore(error: unknown): error is GraphMemoryError {
  return (
    isGraphMemoryError(error) &&
    (error.code === 'GM_STORE_VERSION' || error.code === 'GM_STORE_CORRUPT')
  );
}

/** Rejection handler for reads that can do without the store. */
export function nothingIfUnusable(error: unknown): undefined {
  if (!isRefusal(error) && !isUnusableStore(error)) throw error;
  return undefined;
}
