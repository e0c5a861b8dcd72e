/** The terms of one segment that an automaton accepts. */
import { type ByteAutomaton, DEAD } from '../../automaton/byte_automaton.js';
import { intersectTerms } from '../../automaton/intersect.js';
import type { SegmentReader, SortedTerms } from '../../index/segment_reader.js';
import type { IndexSearcher } from '../index_searcher.js';
import { termsByKernel } from '../kernels/term_walk.js';

export interface FieldAutomaton {
  readonly field: string;
  readonly automaton: ByteAutomaton;
  /** A prefix of every accepted term. */
  readonly prefix: Uint8Array;
}

/** True if the automaton accepts the term. */
export function acceptsTerm({ automaton }: FieldAutomaton, term: Uint8Array): boolean {
  let state = 0;
  for (const byte of term) {
    state = automaton.step(state, byte);
    if (state === DEAD) return false;
  }
  return automaton.accepts(state);
}

/** The terms of a field in one segment. */
export interface SegmentTerms {
  readonly segment: SegmentReader;
  readonly terms: SortedTerms;
}

/** The ordinals of the accepted terms, ascending. */
export function acceptedTerms(
  searcher: IndexSearcher,
  { segment, terms }: SegmentTerms,
  { automaton, prefix }: FieldAutomaton,
): readonly number[] {
  const options = { prefix, checkCancelled: () => searcher.checkCancelled() };
  const kernels = searcher.kernelSearch?.kernels;
  const found = kernels && termsByKernel({ kernels, segment, terms }, automaton, options);
  return found ?? intersectTerms(terms, automaton, options);
}
