/**
 * Runs the rounds of one attack, each from a seed of its own, so that each round can be repeated by
 * itself.
 */
import { Dice } from '../differential/dice.ts';
import { type Attack, Hole } from './attack.ts';
import type { Ground } from './ground.ts';

interface Rounds {
  /** The seed of the first round; each further round adds one. */
  readonly seed: number;
  readonly rounds: number;
}

/**
 * Resolves with a description of the successful attack and how to repeat it, or with `undefined`
 * when no round succeeded. Rejects when the attack could not be run.
 */
export async function runAttack(
  attack: Attack,
  ground: Ground,
  { seed, rounds }: Rounds,
): Promise<string | undefined> {
  for (let round = 0; round < rounds; round++) {
    const again = `npm run attack -- --only ${attack.name} --seed ${seed + round} --rounds 1`;
    try {
      await attack.round(ground, new Dice(seed + round));
      await ground.check();
    } catch (failure) {
      if (failure instanceof Hole) return `${attack.name}: ${failure.message}\n    ${again}`;
      throw new Error(`${attack.name} could not be tried; ${again}`, { cause: failure });
    }
  }
  return undefined;
}
