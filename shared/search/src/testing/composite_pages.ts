/** Pages of the composite aggregation `a`, read in two ways. */
import { type JsonObject, type JsonValue, stringifyJson } from '@skein/content';
import { aggregated } from './aggregated.js';
import type { TestIndex } from './test_index.js';

interface CompositePage {
  readonly after?: JsonObject;
  readonly buckets: JsonValue;
}

/** With `looksAtAll`, every match must be counted, because the search has `terminate_after`. */
export function compositePage(
  index: TestIndex,
  body: JsonObject,
  looksAtAll: boolean,
): CompositePage {
  const limits = looksAtAll ? { terminate_after: 1_000_000 } : {};
  const { a } = JSON.parse(stringifyJson(aggregated(index, { ...limits, ...body }))) as {
    a: { after_key?: JsonObject; buckets: JsonValue };
  };
  return { buckets: a.buckets, ...(a.after_key && { after: a.after_key }) };
}

/** Up to `most` pages one after another, each as it is `found` and after a look `atAll` matches. */
export function* pagesOf(
  index: TestIndex,
  bodyOf: (after: { readonly after?: JsonObject }) => JsonObject,
  most: number,
): Generator<{ readonly found: CompositePage; readonly atAll: CompositePage }> {
  let after: JsonObject | undefined;
  for (let pages = 0; pages < most; pages++) {
    const body = bodyOf(after === undefined ? {} : { after });
    const found = compositePage(index, body, false);
    yield { found, atAll: compositePage(index, body, true) };
    if (found.after === undefined) return;
    after = found.after;
  }
}
