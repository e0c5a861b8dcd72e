/**
 * `_terms_enum` on one shard: the terms of a field that start with a given prefix, in term order,
 * for autocompletion. Terms of hidden documents are omitted.
 */
import { compareBytes, utf8, utf8Decode } from '@skein/bytes';
import type { ListedValues } from '@skein/mapping';
import {
  createSearcher,
  intersectTerms,
  OutOfTime,
  prefixAutomaton,
  type SegmentReader,
  type TermsReader,
} from '@skein/search_library';
import type { ShardTermsRequest, ShardTermsResult } from '../shard_messages.js';
import { visibleDocs, visibleWeight } from '../visibility/visible_docs.js';
import { VisibleSegment } from '../visibility/visible_segment.js';
import { canMatchShard } from './can_match_shard.js';
import type { ExecutionEnvironment } from './environment.js';
import { interruptionCheck } from './interruption.js';
import { queryShardContext } from './shard_context.js';

const NOTHING: ShardTermsResult = { terms: [], isComplete: true };

export function listTerms(
  request: ShardTermsRequest,
  environment: ExecutionEnvironment,
): ShardTermsResult {
  const { filter, nowMs, visibility, timeoutMs } = request;
  const listed = environment.index.mapping.field(request.field)?.listed;
  if (listed === undefined || request.size === 0) return NOTHING;
  // The terms of hidden paths would be listed among the others.
  if (listed.kind === 'indexed' && listed.mixed && visibility?.fields !== undefined) return NOTHING;
  if (filter !== undefined && !canMatchShard({ query: filter, nowMs }, environment).canMatch) {
    return NOTHING;
  }
  if (listed.kind === 'constant') return constantTerm(listed.value, request);
  const check = interruptionCheck(environment, environment.clock.monotonicMs() + timeoutMs);
  const found: Uint8Array[][] = [];
  try {
    for (const segment of visibleSegments(request, environment)) {
      found.push(segmentTerms(segment, listed, { request, check }));
    }
  } catch (thrown) {
    if (!(thrown instanceof OutOfTime)) throw thrown;
    return { terms: mergeTerms(found, request.size), isComplete: false };
  }
  return { terms: mergeTerms(found, request.size), isComplete: true };
}

/** Merges the lists in byte order, without duplicates. */
export function mergeTerms(
  lists: readonly (readonly Uint8Array[])[],
  size: number,
): readonly Uint8Array[] {
  const all = lists.flat().sort(compareBytes);
  const merged: Uint8Array[] = [];
  for (const term of all) {
    if (merged.length === size) break;
    const last = merged.at(-1);
    if (last === undefined || compareBytes(last, term) !== 0) merged.push(term);
  }
  return merged;
}

/** The segments with only the documents that the alias's filter matches, if there is one. */
function visibleSegments(
  { aliasFilter, nowMs }: ShardTermsRequest,
  { reader, index, scripts, kernels }: ExecutionEnvironment,
): readonly SegmentReader[] {
  if (aliasFilter === undefined) return reader.segments;
  const searcher = createSearcher(reader.segments, { kernels });
  const context = queryShardContext(index, scripts, nowMs);
  const weight = visibleWeight([aliasFilter], searcher, context);
  const { hasNested } = index.mapping;
  return reader.segments.map((segment) => {
    const docs = visibleDocs(segment, weight, hasNested);
    return new VisibleSegment(segment, { docs, fields: undefined });
  });
}

function constantTerm(
  value: string,
  { string, caseInsensitive, after }: ShardTermsRequest,
): ShardTermsResult {
  const fold = (text: string): string => (caseInsensitive ? text.toLowerCase() : text);
  if (!fold(value).startsWith(fold(string))) return NOTHING;
  const term = utf8(value);
  if (after !== undefined && compareBytes(term, utf8(after)) <= 0) return NOTHING;
  return { terms: [term], isComplete: true };
}

interface Listing {
  readonly request: ShardTermsRequest;
  readonly check: () => void;
}

function segmentTerms(
  segment: SegmentReader,
  { field, prefix }: Extract<ListedValues, { kind: 'indexed' }>,
  { request, check }: Listing,
): Uint8Array[] {
  const terms = segment.terms(field);
  if (terms === undefined) return [];
  const { size, after } = request;
  const before = utf8(prefix);
  const last = after === undefined ? undefined : utf8(prefix + after);
  const found: Uint8Array[] = [];
  for (const ordinal of ordinalsOf(terms, prefix, { request, check })) {
    check();
    const term = terms.term(ordinal);
    if (last !== undefined && compareBytes(term, last) <= 0) continue;
    if (!beginsWith(term, before) || segment.showsTerm?.(field, ordinal) === false) continue;
    found.push(term.slice(before.length));
    if (found.length === size) break;
  }
  return found;
}

/** Yields ascending ordinals. */
function* ordinalsOf(
  terms: TermsReader,
  prefix: string,
  { request, check }: Listing,
): Iterable<number> {
  const { string, caseInsensitive, after } = request;
  const start = utf8(prefix + string);
  if (caseInsensitive) {
    const automaton = prefixAutomaton(utf8Decode(start), { caseInsensitive });
    yield* intersectTerms(terms, automaton, { prefix: new Uint8Array(), checkCancelled: check });
    return;
  }
  const last = after === undefined ? start : utf8(prefix + after);
  const from = compareBytes(last, start) > 0 ? last : start;
  for (let ordinal = terms.ceiling(from); ordinal < terms.size; ordinal++) {
    if (!beginsWith(terms.term(ordinal), start)) return;
    yield ordinal;
  }
}

function beginsWith(term: Uint8Array, prefix: Uint8Array): boolean {
  return compareBytes(term.subarray(0, prefix.length), prefix) === 0;
}
