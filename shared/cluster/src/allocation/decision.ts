/**
 * The answers of deciders, strongest last, with the reason that `_cluster/allocation/explain`
 * shows.
 */

export type Answer = 'YES' | 'THROTTLE' | 'NO';

export interface Verdict {
  readonly answer: Answer;
  /** Builds the explanation on demand. */
  readonly explain: () => string;
}

/** A verdict with the decider that gave it. */
export interface Decision {
  readonly decider: string;
  readonly answer: Answer;
  readonly explanation: string;
}

export function yes(explanation: string): Verdict {
  return { answer: 'YES', explain: () => explanation };
}

export function no(explain: () => string): Verdict {
  return { answer: 'NO', explain };
}

export function throttle(explain: () => string): Verdict {
  return { answer: 'THROTTLE', explain };
}

const STRENGTH: Readonly<Record<Answer, number>> = { YES: 0, THROTTLE: 1, NO: 2 };

export function strongest(answers: Iterable<Answer>): Answer {
  let found: Answer = 'YES';
  for (const answer of answers) if (STRENGTH[answer] > STRENGTH[found]) found = answer;
  return found;
}
