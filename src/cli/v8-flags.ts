/** How soon V8 compiles functions anew, optimized, set for what a program like this one runs. */
import { setFlagsFromString } from 'node:v8';

const FLAGS = [
  // In bytes of bytecode run (default 67,584): what runs for a moment only is not worth optimizing.
  '--interrupt-budget=600000',
  // In bytes of bytecode (default 920): what is optimized takes fewer others into itself.
  '--max-inlined-bytecode-size-cumulative=200',
];

/**
 * V8 of Node 20 optimizes early, with its slowest compiler, and once more for each thread: a quarter of
 * the CPU of an index from nothing (docs/decisions/018). Later ones have a quick compiler between, and
 * other flags. For the whole process, so for a program to call and not for a library.
 */
export function optimizeLater(versionOfV8: string): void {
  if (!versionOfV8.startsWith('11.')) return;
  for (const flag of FLAGS) setFlagsFromString(flag);
}
