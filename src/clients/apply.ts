import { type EditRecords, isUntouched, recordOf, undone } from './edit-record.ts';
import type { FileChange } from './plan.ts';
import { removeEmpty, replaceText } from './text-files.ts';

/** Writes the changes of `install`, and remembers how to undo each. */
export async function applyInstall(
  changes: readonly FileChange[],
  records: EditRecords,
): Promise<void> {
  for (const { path, before, after } of changes) {
    if (after === undefined || after === before) continue;
    const earlier = records.of(path);
    const folders = await replaceText(path, before, after);
    const isUpdate = before !== undefined && earlier !== undefined && isUntouched(earlier, before);
    const record = isUpdate
      ? recordOf(path, undone(earlier, before), after, earlier.folders)
      : recordOf(path, before, after, folders);
    await records.set(path, record);
  }
}

/** Writes the changes of `uninstall`, last things first, and removes folders that `install` had created. */
export async function applyUninstall(
  changes: readonly FileChange[],
  records: EditRecords,
): Promise<void> {
  for (const { path, before, after } of changes.toReversed()) {
    if (after !== before) await replaceText(path, before, after);
    const folders = records.of(path)?.folders ?? [];
    await records.set(path, undefined);
    if (after === undefined) await removeEmpty(folders);
  }
}
