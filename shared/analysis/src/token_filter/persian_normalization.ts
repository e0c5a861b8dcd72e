import { mapped, normalization } from './normalization.js';

/**
 * `persian_normalization`: writes yeh, kaf and heh in one form each and removes the hamza above.
 */
export const PERSIAN_NORMALIZATION = normalization(
  'persian_normalization',
  mapped({
    '\u06cc': '\u064a',
    '\u06d2': '\u064a',
    '\u06a9': '\u0643',
    '\u06c0': '\u0647',
    '\u06c1': '\u0647',
    '\u0654': '',
  }),
);
