/** What the program's entry starts, built into one script with all that it needs (config/build.mjs). */
export { processWriter } from './process-writer.ts';
export { runProgram } from './program.ts';
