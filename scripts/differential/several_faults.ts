/**
 * Tests whether a request that both servers refuse with different words has several faults that
 * both know. It has if both servers refuse some reduced form of it with the words of the one, and
 * another reduced form with the words of the other.
 */
import type { Case } from './area.ts';
import { type Answer, faultOf } from './compare.ts';
import { shrink } from './shrink.ts';

/** The answers of OpenSearch and of this build. */
export type Answers = readonly [reference: Answer, ours: Answer];
export type AskBoth = (asked: Case) => Promise<Answers | undefined>;

export async function hasSeveralFaults(found: Case, ask: AskBoth): Promise<boolean> {
  const answers = await ask(found);
  if (answers === undefined) return false;
  for (const side of [0, 1] as const) {
    const fault = faultOf(answers[side]);
    if (fault === undefined || !(await isKnownToBoth(found, { fault, side, ask }))) return false;
  }
  return true;
}

interface Side {
  readonly fault: string;
  readonly side: 0 | 1;
  readonly ask: AskBoth;
}

async function isKnownToBoth(found: Case, { fault, side, ask }: Side): Promise<boolean> {
  let isKnown = false;
  await shrink(found, async (smaller) => {
    if (isKnown) return false;
    const answers = await ask(smaller);
    if (answers === undefined || faultOf(answers[side]) !== fault) return false;
    isKnown = faultOf(answers[side === 0 ? 1 : 0]) === fault;
    return true;
  });
  return isKnown;
}
