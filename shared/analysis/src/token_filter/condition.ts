/**
 * `condition`: applies other filters to the tokens that a script accepts; accepted tokens that
 * follow each other go through them together.
 */
import { ApiError } from '@skein/errors';
import type { Token } from '../analyzer.js';
import type { TokenFilterType } from '../build/component_type.js';
import type { TokenPredicate } from '../build/outside.js';
import type { TokenBatch, TokenFilter } from '../component.js';
import { newBatch } from '../token.js';
import { namedFilters } from './named_filters.js';
import { tokenScript } from './token_script.js';

export const CONDITION: TokenFilterType = {
  name: 'condition',
  needsSettings: true,
  create: (settings, context) => {
    const accepts = tokenScript(settings, context.outside);
    const names = settings.list('filter') ?? [];
    if (names.length === 0) {
      const reason = `Empty list of filters provided to tokenfilter [${settings.name}]`;
      throw new ApiError('illegal_argument_exception', reason);
    }
    const filters = namedFilters(names, context, {
      of: settings.name,
      missing: (name) =>
        `ScriptedConditionTokenFilter [${settings.name}] refers to undefined token filter [${name}]`,
    });
    return {
      name: 'condition',
      attributes: ['keyword', ...filters.flatMap((filter) => filter.attributes ?? [])],
      apply: (batch) => applyWhere(batch, accepts, filters),
    };
  },
};

function applyWhere(
  batch: TokenBatch,
  accepts: TokenPredicate,
  filters: readonly TokenFilter[],
): void {
  const tokens: Token[] = [];
  let run: Token[] = [];
  let position = -1;
  let owed = 0;
  /**
   * Filters the run. `end` is the end of the text that the filters see; returns true if they read
   * on behind it.
   */
  const closeRun = (end: number): boolean => {
    if (run.length === 0) return true;
    const part = newBatch(run, end);
    let readsOn = true;
    for (const filter of filters) {
      if (part.tokens.length >= (filter.stopsReadingAt ?? Number.POSITIVE_INFINITY))
        readsOn = false;
      filter.apply(part);
    }
    for (const token of part.tokens) tokens.push(token);
    owed = part.trailingIncrement;
    run = [];
    return readsOn;
  };
  for (const token of batch.tokens) {
    position += token.positionIncrement;
    if (accepts(token, position)) {
      if (run.length === 0) token.positionIncrement += owed;
      owed = 0;
      run.push(token);
      continue;
    }
    // A filter that stops reading, as `limit` does, stops everything.
    if (!closeRun(token.endOffset)) {
      batch.tokens = tokens;
      batch.trailingIncrement = 0;
      return;
    }
    token.positionIncrement += owed;
    owed = 0;
    tokens.push(token);
  }
  closeRun(batch.finalOffset);
  batch.tokens = tokens;
  batch.trailingIncrement += owed;
}
