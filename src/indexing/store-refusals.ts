import { type GraphMemoryError, isGraphMemoryError } from '../base/errors.ts';

/** The disk said no, of the store as of everything in it. */
export function isRefusal(error: unknown): error is GraphMemoryError {
  return isGraphMemoryError(error) && error.code === 'GM_IO';
}

export function isBusy(error: unknown): boolean {
  return isGraphMemoryError(error) && error.code === 'GM_BUSY';
}

export function isCancelled(error: unknown): boolean {
  return isGraphMemoryError(error) && error.code === 'GM_CANCELLED';
}

/** What is stored is of no use, but a new index can take its place. */
export function isUnusableStore(error: unknown): error is GraphMemoryError {
  return (
    isGraphMemoryError(error) &&
    (error.code === 'GM_STORE_VERSION' || error.code === 'GM_STORE_CORRUPT')
  );
}
