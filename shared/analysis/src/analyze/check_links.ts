/** Checks which members of an `_analyze` request may stand beside each other. */
import { invalidRequest } from '@skein/errors';
import type { AnalyzeBody } from './analyze_request.js';

/** A single value stands for a list of one. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}

export function checkLinks(body: AnalyzeBody, texts: readonly string[], global: boolean): void {
  const { normalizer, analyzer, field, tokenizer } = body;
  const links =
    tokenizer !== undefined ||
    listOf(body.char_filter).length > 0 ||
    listOf(body.filter).length > 0;
  const problems = [
    texts.length === 0 && 'text is missing',
    normalizer !== undefined && global && 'index is required if normalizer is specified',
    normalizer !== undefined &&
      (tokenizer !== undefined || analyzer !== undefined) &&
      'tokenizer/analyze should be null if normalizer is specified',
    analyzer !== undefined && links && 'cannot define extra components on a named analyzer',
    normalizer !== undefined && links && 'cannot define extra components on a named normalizer',
    field !== undefined && links && 'cannot define extra components on a field-specific analyzer',
  ].filter((problem) => problem !== false);
  if (problems.length > 0) throw invalidRequest(problems);
}
