/**
 * Sets one seed for every property test, so that a run of the suite can be repeated and a change is
 * judged by itself. `SEED=random npm test` looks for new counterexamples with another seed in every
 * run; `SEED=<number>` repeats one. fast-check prints the seed of a failing run.
 */
import fc from 'fast-check';

const { SEED: chosen = '20260117' } = process.env;
const seed = chosen === 'random' ? Date.now() % 2 ** 31 : Number(chosen);
if (!Number.isSafeInteger(seed)) throw new Error(`SEED [${chosen}] must be an integer or [random]`);
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
