/** Configures how soon V8 recompiles functions with optimization, for a program of this kind. */
import { setFlagsFromString } from 'node:v8';

const FLAGS = [
  // In bytes of executed bytecode (default 67,584): short-running code is not worth optimizing.
  '--interrupt-budget=600000',
  // In bytes of bytecode (default 920): optimized functions inline fewer others.
  '--max-inlined-bytecode-size-cumulative=200',
];

/**
 * Delays optimization on Node 20, whose V8 optimizes early, with its slowest compiler, and again
 * for each thread: a quarter of the CPU time of an index from scratch (docs/decisions/018). Later
 * versions have a fast intermediate compiler and other flags. The flags affect the whole process,
 * so a program may call this but not a library.
 */
export function optimizeLater(versionOfV8: string): void {
  if (!versionOfV8.startsWith('11.')) return;
  for (const flag of FLAGS) setFlagsFromString(flag);
}
