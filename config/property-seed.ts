/**
 * Property tests draw the same values on every run, so that a red run is about the change at hand and
 * can be repeated. `FUZZ_SEED=random npm test` (or any integer) explores; a failure prints its seed.
 */
import { configureGlobal } from 'fast-check';

const DEFAULT_SEED = 20_261_122;

const asked = process.env['FUZZ_SEED'] ?? String(DEFAULT_SEED);
if (asked !== 'random') configureGlobal({ seed: integerOf(asked) });

function integerOf(text: string): number {
  const seed = Number(text);
  if (!Number.isInteger(seed)) throw new Error(`FUZZ_SEED must be an integer or "random": ${text}`);
  return seed;
}
