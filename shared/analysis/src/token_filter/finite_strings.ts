/**
 * The strings that an automaton of bytes accepts, in the order of Lucene's `FiniteStringsIterator`:
 * by bytes, a string after its own prefixes.
 */
import { checkWanted } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { Arc, ByteAutomaton } from './token_automaton.js';

/**
 * States of the first automaton that may be visited for each string that is allowed, as in Lucene.
 */
const EFFORT = 10;
/** The limit for any setting of an index: about a second of work. */
const MAX_EFFORT = 10_000_000;

/**
 * Yields at most `most` strings; -1 yields all. Throws if more than ten times as many states have
 * to be visited.
 */
export function* finiteStrings(automaton: ByteAutomaton, most: number): Generator<number[]> {
  const { arcs, accepts } = isDeterministic(automaton) ? automaton : determinized(automaton, most);
  let left = most < 0 ? Number.POSITIVE_INFINITY : most;
  if (accepts[0] === true && left-- > 0) yield [];
  const path: { readonly state: number; readonly arcs: readonly Arc[]; next: number }[] = [];
  const enter = (state: number) => path.push({ state, arcs: sorted(arcs[state]), next: 0 });
  const labels: number[] = [];
  enter(0);
  while (path.length > 0 && left > 0) {
    const step = path[path.length - 1];
    const arc = step.arcs[step.next++];
    if (arc !== undefined) {
      labels.push(arc.label);
      enter(arc.to);
      continue;
    }
    path.pop();
    if (accepts[step.state] === true && path.length > 0) {
      left--;
      yield [...labels];
    }
    labels.pop();
  }
}

function sorted(arcs: readonly Arc[] | undefined): readonly Arc[] {
  return (arcs ?? []).toSorted((a, b) => a.label - b.label);
}

function isDeterministic({ arcs }: ByteAutomaton): boolean {
  return arcs.every((ofState) => {
    const ways = new Map<number, number>();
    for (const { label, to } of ofState) {
      if ((ways.get(label) ?? to) !== to) return false;
      ways.set(label, to);
    }
    return true;
  });
}

/** Makes the automaton deterministic: its states are the sets of states that one string reaches. */
function determinized(automaton: ByteAutomaton, most: number): ByteAutomaton {
  const made: Arc[][] = [[]];
  const accepts = [automaton.accepts[0] === true];
  const sets: (readonly number[])[] = [[0]];
  const known = new Map([['0', 0]]);
  let effort = 0;
  for (let at = 0; at < sets.length; at++) {
    checkWanted();
    const set = sets[at];
    effort += set.length;
    if (effort >= Math.min(MAX_EFFORT, most * EFFORT)) throw tooComplex(automaton, most);
    for (const [label, targets] of targetsOf(automaton, set)) {
      const key = targets.join();
      let to = known.get(key);
      if (to === undefined) {
        to = sets.push(targets) - 1;
        known.set(key, to);
        made.push([]);
        accepts.push(targets.some((state) => automaton.accepts[state] === true));
      }
      made[at].push({ label, to });
    }
  }
  return { arcs: made, accepts };
}

function targetsOf({ arcs }: ByteAutomaton, set: readonly number[]): Map<number, number[]> {
  const targets = new Map<number, Set<number>>();
  for (const state of set) {
    for (const { label, to } of arcs[state]) {
      const ofLabel = targets.get(label) ?? new Set();
      targets.set(label, ofLabel.add(to));
    }
  }
  const entries = [...targets].map(([label, states]): [number, number[]] => [
    label,
    [...states].sort((a, b) => a - b),
  ]);
  return new Map(entries);
}

function tooComplex({ arcs }: ByteAutomaton, most: number): ApiError {
  const count = arcs.reduce((sum, ofState) => sum + ofState.length, 0);
  return new ApiError(
    'too_complex_to_determinize_exception',
    `Determinizing automaton with ${arcs.length} states and ${count} transitions would require more than ${most} effort.`,
    { status: 500 },
  );
}
