/** Lucene's limit on the length of terms. A longer term is refused with Lucene's message. */
import { utf8, utf8Length } from '@skein/bytes';
import { ApiError } from '@skein/errors';

export const MAX_TERM_BYTES = 32766;
const SHOWN_BYTES = 30;

export function checkTermText(field: string, term: string): void {
  if (term.length * 3 <= MAX_TERM_BYTES || utf8Length(term) <= MAX_TERM_BYTES) return;
  throw immenseTerm(field, utf8(term));
}

export function checkTermBytes(field: string, term: Uint8Array): void {
  if (term.length > MAX_TERM_BYTES) throw immenseTerm(field, term);
}

function immenseTerm(field: string, term: Uint8Array): ApiError {
  const reason = `bytes can be at most ${MAX_TERM_BYTES} in length; got ${term.length}`;
  /** Lucene's message shows bytes as signed numbers. */
  const prefix = [...new Int8Array(term.slice(0, SHOWN_BYTES).buffer)].join(', ');
  return new ApiError(
    'illegal_argument_exception',
    `Document contains at least one immense term in field="${field}" (whose UTF8 encoding is longer than the max length ` +
      `${MAX_TERM_BYTES}), all of which were skipped.  Please correct the analyzer to not produce such terms.  The prefix of ` +
      `the first immense term is: '[${prefix}]...', original message: ${reason}`,
    { cause: new ApiError('max_bytes_length_exceeded_exception', reason) },
  );
}
