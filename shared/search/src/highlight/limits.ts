/**
 * Limits of the text that is analysed for highlighting: `index.highlight.max_analyzed_offset` and
 * `max_analyzer_offset` of a request.
 */
import { illegalArgument } from '@skein/errors';
import type { MappedField } from '@skein/mapping';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import type { HighlightOptions, HighlightTarget } from './contract.js';

const SETTING = 'index.highlight.max_analyzed_offset';
const DEFAULT_MAX = 1_000_000;

function mostAnalysed({ settings }: QueryShardContext): number {
  return Number(settings.get(SETTING) ?? DEFAULT_MAX);
}

/**
 * True when the index knows the offsets of the field's words: texts of any length may then be
 * highlighted.
 */
export function keepsOffsets({ spec, termVector }: MappedField): boolean {
  return termVector.includes('offsets') || spec.postings === 'offsets';
}

/**
 * The offset behind which no word's beginning is considered. With `hasPatterns`, the index cannot
 * name the wanted words, so it does not give their places. Throws if the request asks for more than
 * the index allows.
 */
export function lastAnalysedStart(
  target: Omit<HighlightTarget, 'marks'>,
  hasPatterns: boolean,
): number {
  const { field } = target;
  const offset = maxAnalyzerOffset(target);
  if (offset === undefined) return Number.POSITIVE_INFINITY;
  const isKnown = field.termVector.includes('offsets') || (!hasPatterns && keepsOffsets(field));
  return isKnown ? Number.POSITIVE_INFINITY : offset;
}

/** Throws if the request's limit is not positive. */
export function checkMaxAnalyzerOffset({ maxAnalyzerOffset: offset = 1 }: HighlightOptions): void {
  if (offset <= 0) throw illegalArgument(`the value [${offset}] of max_analyzer_offset is invalid`);
}

/** The request's limit; throws if it exceeds the index's. */
export function maxAnalyzerOffset({
  options,
  shard,
}: Pick<HighlightTarget, 'options' | 'shard'>): number | undefined {
  const { maxAnalyzerOffset: offset } = options;
  if (offset === undefined) return undefined;
  checkMaxAnalyzerOffset(options);
  const most = mostAnalysed(shard);
  if (offset <= most) return offset;
  throw illegalArgument(
    `max_analyzer_offset has exceeded [${most}] - maximum allowed to be analyzed for highlighting. This maximum can be set by changing the [${SETTING}] index level setting. For large texts, indexing with offsets or term vectors is recommended!`,
  );
}

interface LongText {
  readonly field: MappedField;
  /** The document as the error message names it. */
  readonly doc: string;
  readonly shard: QueryShardContext;
  /** The advice in the error message: the ways to highlight texts of this length. */
  readonly instead: string;
}

export function refuseLongText(content: string, { field, doc, shard, instead }: LongText): void {
  const most = mostAnalysed(shard);
  if (content.length <= most) return;
  throw illegalArgument(
    `The length of [${field.name}] field of [${doc}] doc of [${shard.indexName}] index has exceeded [${most}] - maximum allowed to be analyzed for highlighting. This maximum can be set by changing the [${SETTING}] index level setting. For large texts, ${instead} is recommended!`,
  );
}
