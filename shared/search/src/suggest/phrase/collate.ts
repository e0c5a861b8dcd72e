/**
 * Checks which corrections match documents, by a query that a template makes of each correction.
 */
import { type JsonObject, parseJson } from '@skein/content';
import { ApiError } from '@skein/errors';
import { templateRenderer } from '@skein/script';
import { creatingQuery, parseQuery, toLibraryQuery } from '../../queries/parse_query.js';
import { unseen } from '../../queries/query_shard_context.js';
import { bodyLocator } from '../../request/body_location.js';
import type { SuggestShard } from '../suggester.js';
import type { Collate } from './phrase_options.js';

const VARIABLE = 'suggestion';
const encoder = new TextEncoder();

/** Compiles the template at once, so that its faults are reported early. */
export function collator(
  { query, params }: Collate,
  { context, searcher }: SuggestShard,
): (correction: string) => boolean {
  const render = templateRenderer(context.scripts, query);
  return (correction) => {
    const values: JsonObject = { ...params, [VARIABLE]: correction };
    const bytes = encoder.encode(render(values));
    const json = parsed(bytes);
    const node = parseQuery(json, { locate: bodyLocator(bytes, json) });
    const bound = creatingQuery(() => toLibraryQuery(node, unseen(context)));
    return searcher.topDocs(bound, { size: 1, totalHitsThreshold: 0 }).hits.length > 0;
  };
}

function parsed(bytes: Uint8Array) {
  try {
    return parseJson(bytes);
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown;
    throw new ApiError('x_content_parse_exception', 'Failed to derive xcontent');
  }
}
