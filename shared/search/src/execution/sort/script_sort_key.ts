/** `_script` sorts bound to an index: the script's result is the sort key. */
import { utf8, utf8Decode } from '@skein/bytes';
import { double } from '@skein/content';
import { ApiError } from '@skein/errors';
import { textOf } from '@skein/java';
import { scriptContext } from '@skein/script';
import {
  compareCodePoints,
  type NestedDocs,
  type SegmentReader,
  type SortField,
} from '@skein/search_library';
import type { QueryShardContext } from '../../queries/query_shard_context.js';
import type { ScriptSort, ScriptSortMode } from '../../request/search_request.js';
import { documentScript } from '../../scripts/document_script.js';
import { cursorNumber } from './field_sort_key.js';
import { noMedian } from './nested_sort.js';
import type { SortKey } from './sort_plan.js';

const NUMBER_SORT = scriptContext('number_sort');
const STRING_SORT = scriptContext('string_sort');

/** The name in error messages. */
const SCRIPT_FIELD = '_script';

/** The results of the script; with `nested`, those for nested documents, joined by the mode. */
export function scriptSortField(
  sort: ScriptSort,
  shard: QueryShardContext,
  nested: NestedDocs | undefined,
): SortField {
  const isNumber = sort.type === 'number';
  const context = isNumber ? NUMBER_SORT : STRING_SORT;
  const { segment, needsScore } = documentScript(sort.script, context, shard);
  const common = { reverse: sort.descending, needsScore };
  if (isNumber) {
    // The context makes the script return a double.
    const numbers = (reader: SegmentReader) => segment(reader) as Computed<number>;
    const join = joinedNumbers(sort.mode);
    return {
      kind: 'computed_number',
      ...common,
      segment: nested === undefined ? numbers : fromNested(numbers, nested, join),
    };
  }
  const texts = (reader: SegmentReader): Computed<string> => {
    const run = segment(reader);
    return (doc, score) => {
      const text = run(doc, score);
      if (text === null) throw noText();
      return textOf(text);
    };
  };
  const join = (all: readonly string[]) => extreme(all, sort.mode === 'max');
  return {
    kind: 'computed_text',
    ...common,
    segment: nested === undefined ? texts : fromNested(texts, nested, join),
  };
}

/** OpenSearch's error for a script that returns no text. */
function noText(): ApiError {
  const reason = 'Cannot invoke "java.lang.CharSequence.length()" because "text" is null';
  return new ApiError('null_pointer_exception', reason);
}

type Computed<T> = (doc: number, score: number) => T;

/** Documents without nested documents have the largest double in either order, as in OpenSearch. */
const NO_NUMBER = Number.MAX_VALUE;

function joinedNumbers(mode: ScriptSortMode): (all: readonly number[]) => number {
  const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0);
  const joins: Readonly<Record<ScriptSortMode, (all: readonly number[]) => number>> = {
    min: (all) => all.reduce((least, each) => Math.min(least, each)),
    max: (all) => all.reduce((most, each) => Math.max(most, each)),
    sum,
    avg: (all) => sum(all) / all.length,
    median: noMedian,
  };
  return (all) => (all.length === 0 ? NO_NUMBER : joins[mode](all));
}

function extreme(texts: readonly string[], isMax: boolean): string | null {
  return texts.reduce<string | null>((best, text) => {
    if (best === null) return text;
    return compareCodePoints(text, best) > 0 === isMax ? text : best;
  }, null);
}

/** Runs the script for the nested documents of a document, which all have the document's score. */
function fromNested<T, R>(
  segment: (reader: SegmentReader) => Computed<T>,
  nested: NestedDocs,
  join: (all: readonly T[]) => R,
): (reader: SegmentReader) => Computed<R> {
  return (reader) => {
    const run = segment(reader);
    const inside = nested.segment(reader);
    const all: T[] = [];
    return (doc, score) => {
      all.length = 0;
      inside?.visit(doc, (each) => all.push(run(each, score)));
      return join(all);
    };
  };
}

export function scriptSortKey({ type }: ScriptSort): SortKey {
  if (type === 'number') {
    return {
      format: (value) => double(Number(value)),
      parse: (value) => (value === null ? null : cursorNumber(value, 'double', SCRIPT_FIELD)),
      refusesNull: SCRIPT_FIELD,
    };
  }
  return {
    format: (value) => (value instanceof Uint8Array ? utf8Decode(value) : null),
    parse: (value) => (value === null ? null : utf8(String(value))),
  };
}
