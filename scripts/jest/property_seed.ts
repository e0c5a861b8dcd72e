/**
 * Sets one seed for every property test, so that a run of the suite can be repeated and a change is
 * judged by itself. `SEED=random npm test` looks for new counterexamples:
 * jest.config.js draws a seed for the run and prints it. `SEED=<number>` repeats that run.
 */
import fc from 'fast-check';

const { SEED: chosen = '20260117' } = process.env;
const seed = Number(chosen);
if (!Number.isSafeInteger(seed)) throw new Error(`SEED [${chosen}] must be an integer or [random]`);
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
