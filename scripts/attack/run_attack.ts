/**
 * Rounds of one attack, each from a seed of its own, so that any of them can be repeated by itself.
 */
import { Dice } from '../differential/dice.ts';
import { type Attack, Hole } from './attack.ts';
import type { Ground } from './ground.ts';

interface Rounds {
  /** Of the first round; each further one has the next. */
  readonly seed: number;
  readonly rounds: number;
}

/**
 * What got through, and how to try it again; `undefined` when nothing did. Rejects when the attack
 * could not be tried.
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
