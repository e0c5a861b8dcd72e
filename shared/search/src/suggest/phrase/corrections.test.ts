import { ApiError } from '@skein/errors';
import type { Candidate } from './candidates.js';
import { bestCorrections } from './corrections.js';

const candidate = (text: string, isInput: boolean): Candidate => ({
  text,
  docFreq: 1,
  totalTermFreq: 1,
  likeness: isInput ? 1 : 0.5,
  score: 1,
  isInput,
});

test('a search through billions of combinations can be cancelled at any time', () => {
  const sets = Array.from({ length: 20 }, (_, word) => ({
    input: candidate(`w${word}`, true),
    candidates: Array.from({ length: 5 }, (_none, i) => candidate(`w${word}c${i}`, false)),
  }));
  let checks = 0;
  const cancelled = () => {
    if (++checks === 100) throw new ApiError('task_cancelled_exception', 'cancelled');
  };
  const model = { unigram: () => 0.5, bigram: () => 0.5, trigram: () => 0.5 };
  const scoring = { model, gramSize: 1, realWordLikelihood: 0.95 };
  const searched = { ...scoring, maxErrors: 20, most: 5, cutoff: 0, checkCancelled: cancelled };
  expect(() => bestCorrections(sets, searched)).toThrow('cancelled');
});
