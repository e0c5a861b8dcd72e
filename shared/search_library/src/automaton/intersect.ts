/**
 * Finds the terms of a dictionary that an automaton accepts: with the dictionary's own method if it
 * has one, else by testing terms. When the automaton dies at some byte of a term, it dies on all
 * terms with that prefix, and the search seeks to the least possible term beyond them.
 */
import type { SortedTerms, TermIntersection } from '../index/segment_reader.js';
import { type ByteAutomaton, DEAD } from './byte_automaton.js';

/** Terms between two calls of `checkCancelled`. */
const CHECK_INTERVAL = 1024;

/** Ordinals of the accepted terms, ascending. */
export function intersectTerms(
  terms: SortedTerms,
  automaton: ByteAutomaton,
  options: TermIntersection,
): number[] {
  if (terms.intersect !== undefined) return terms.intersect(automaton, options);
  const accepted: number[] = [];
  const states: number[] = [0];
  let ordinal = terms.ceiling(options.prefix);
  for (let steps = 1; ordinal < terms.size; steps++) {
    if (steps % CHECK_INTERVAL === 0) options.checkCancelled();
    const term = terms.term(ordinal);
    const dead = run(automaton, term, states);
    if (dead < 0) {
      if (automaton.accepts(states[term.length])) accepted.push(ordinal);
      ordinal++;
      continue;
    }
    const target = nextPossible(automaton, term, { states, dead });
    if (target === undefined) break;
    ordinal = Math.max(ordinal + 1, terms.ceiling(target));
  }
  return accepted;
}

/**
 * Fills `states[i]` with the state before byte i; returns the index of the byte that leads to
 * `DEAD`, or -1.
 */
function run(automaton: ByteAutomaton, term: Uint8Array, states: number[]): number {
  for (let i = 0; i < term.length; i++) {
    const next = automaton.step(states[i], term[i]);
    if (next === DEAD) return i;
    states[i + 1] = next;
  }
  return -1;
}

/**
 * The least byte string greater than all that begin with `term[0 … dead]` on which the automaton
 * may survive.
 */
function nextPossible(
  automaton: ByteAutomaton,
  term: Uint8Array,
  { states, dead }: { readonly states: readonly number[]; readonly dead: number },
): Uint8Array | undefined {
  for (let i = dead; i >= 0; i--) {
    for (let byte = term[i] + 1; byte <= 255; byte++) {
      if (automaton.step(states[i], byte) === DEAD) continue;
      const target = term.slice(0, i + 1);
      target[i] = byte;
      return target;
    }
  }
  return undefined;
}
