/**
 * The contract of an attack: something that must not succeed is tried on real nodes. There is one
 * file per attack, and one line in `all.ts`.
 */
import type { Dice } from '../differential/dice.ts';
import type { Ground } from './ground.ts';

export interface Attack {
  /** The name of its file, without the ending. */
  readonly name: string;
  /** The property that holds as long as the attack fails, in one sentence. */
  readonly claim: string;
  /**
   * Runs one round with random choices from the dice. Throws a `Hole` when the attack succeeded;
   * any other error means that the round could not be run.
   */
  readonly round: (ground: Ground, dice: Dice) => Promise<void>;
}

/** Thrown when an attack succeeded. */
export class Hole extends Error {
  constructor(what: string) {
    super(what);
    this.name = 'Hole';
  }
}

/** Throws a `Hole` unless `holds` is true. */
export function mustHold(holds: boolean, orElse: () => string): void {
  if (!holds) throw new Hole(orElse());
}
