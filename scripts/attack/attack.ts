/**
 * What an attack is: something that must not succeed, tried on real nodes. One file an attack, one
 * line in `all.ts`.
 */
import type { Dice } from '../differential/dice.ts';
import type { Ground } from './ground.ts';

export interface Attack {
  /** As its file. */
  readonly name: string;
  /** What holds as long as the attack fails, in one sentence. */
  readonly claim: string;
  /**
   * One round: tries by chance what the dice say. Throws a `Hole` when it got through; any other
   * error means that it could not be tried.
   */
  readonly round: (ground: Ground, dice: Dice) => Promise<void>;
}

/** The attack got through. */
export class Hole extends Error {
  constructor(what: string) {
    super(what);
    this.name = 'Hole';
  }
}

/** Throws a `Hole` unless it holds. */
export function mustHold(holds: boolean, orElse: () => string): void {
  if (!holds) throw new Hole(orElse());
}
