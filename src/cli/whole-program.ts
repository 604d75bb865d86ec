/**
 * Exports the parts that the program's entry starts, bundled into one script with all dependencies
 * (config/build.mjs).
 */
export { processWriter } from './process-writer.ts';
export { runProgram } from './program.ts';
