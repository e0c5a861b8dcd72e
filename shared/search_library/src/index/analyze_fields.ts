/**
 * Analyses the texts of a document before the buffer keeps any of it, so that a refused document
 * leaves no trace.
 */
import type { AnalyzedText } from '@skein/analysis';
import { ApiError } from '@skein/errors';
import type { FieldSpec } from '../document/field_spec.js';
import type { IndexedField } from '../document/indexable_document.js';
import { checkTermBytes, checkTermText, MAX_TERM_BYTES } from './immense_term.js';

type TextField = Extract<IndexedField, { kind: 'text' }>;

/**
 * Analyses the texts that must be checked before one of them is kept, and returns them by index of
 * the field; `undefined` for the other fields. Analyzers with `feed` cannot make a term too long.
 */
export function analyzeAll(fields: readonly IndexedField[]): readonly (AnalyzedText | undefined)[] {
  let texts: (AnalyzedText | undefined)[] | undefined;
  for (let i = 0; i < fields.length; i++) {
    const field = fields[i];
    const { name, postings, column } = field.spec;
    if (field.kind === 'term' && (postings !== 'none' || column === 'ordinal')) {
      checkTerm(name, field.value);
    } else if (field.kind === 'ascii_term' && field.end - field.start > MAX_TERM_BYTES) {
      checkTermBytes(name, field.bytes.subarray(field.start, field.end));
    }
    if (field.kind !== 'text' || postings === 'none' || isFed(field)) continue;
    const text = field.analyzer.analyze(field.value);
    for (const token of text.tokens) checkTermText(name, token.term);
    checkFrequencies(field.spec, text);
    texts ??= new Array(fields.length);
    texts[i] = text;
  }
  return texts ?? NO_TEXTS;
}

/** True if the terms come straight from the analyzer, which then reports no offsets. */
function isFed({ spec, analyzer }: TextField): boolean {
  return analyzer.feed !== undefined && spec.termVector?.offsets !== true;
}

const NO_TEXTS: readonly undefined[] = [];

function checkTerm(field: string, value: Uint8Array | string): void {
  if (typeof value === 'string') checkTermText(field, value);
  else checkTermBytes(field, value);
}

const MAX_LENGTH = 2 ** 31 - 1;

/**
 * Checks tokens with custom frequencies: their field must keep frequencies and no positions or
 * offsets, also in term vectors, and the length of the text must not exceed `MAX_LENGTH`.
 */
function checkFrequencies(spec: FieldSpec, { tokens }: AnalyzedText): void {
  if (tokens.every(({ termFrequency }) => termFrequency === undefined)) return;
  const { name, postings, termVector } = spec;
  const refuse = (why: string) => {
    const reason = `field "${name}": ${why} while using custom TermFrequencyAttribute`;
    return new ApiError('illegal_state_exception', reason);
  };
  if (postings === 'positions' || postings === 'offsets') throw refuse('cannot index positions');
  if (postings === 'docs') throw refuse('must index term freq');
  const length = tokens.reduce((sum, { termFrequency = 1 }) => sum + termFrequency, 0);
  if (length > MAX_LENGTH) {
    const cause = new ApiError('arithmetic_exception', 'integer overflow');
    const reason = `too many tokens for field "${name}"`;
    throw new ApiError('illegal_argument_exception', reason, { cause });
  }
  const kept =
    (termVector?.positions === true && 'positions') || (termVector?.offsets === true && 'offsets');
  if (!kept) return;
  const reason = `field "${name}": cannot index term vector ${kept} while using custom TermFrequencyAttribute`;
  throw new ApiError('illegal_argument_exception', reason);
}
