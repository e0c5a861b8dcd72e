/**
 * How much of a text is analysed to be highlighted: `index.highlight.max_analyzed_offset` and
 * `max_analyzer_offset` of a request.
 */
import { ApiError } from '@skein/errors';
import type { MappedField } from '@skein/mapping';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import type { HighlightTarget } from './contract.js';

const SETTING = 'index.highlight.max_analyzed_offset';
const DEFAULT_MAX = 1_000_000;

function mostAnalysed({ settings }: QueryShardContext): number {
  return Number(settings.get(SETTING) ?? DEFAULT_MAX);
}

/**
 * The index knows where words of the field begin and end: texts of any length may be highlighted.
 */
export function keepsOffsets({ spec, termVector }: MappedField): boolean {
  return termVector.includes('offsets') || spec.postings === 'offsets';
}

/**
 * Words that begin behind it are not looked at; `hasPatterns`: words are looked for that the index
 * cannot name, so their places are not known from it. Throws where more is asked for than the index
 * allows.
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

/** As the request has it; throws where it is more than the index allows. */
export function maxAnalyzerOffset({
  options,
  shard,
}: Pick<HighlightTarget, 'options' | 'shard'>): number | undefined {
  const { maxAnalyzerOffset: offset } = options;
  if (offset === undefined) return undefined;
  if (offset <= 0) throw refused(`the value [${offset}] of max_analyzer_offset is invalid`);
  const most = mostAnalysed(shard);
  if (offset <= most) return offset;
  throw refused(
    `max_analyzer_offset has exceeded [${most}] - maximum allowed to be analyzed for highlighting. This maximum can be set by changing the [${SETTING}] index level setting. For large texts, indexing with offsets or term vectors is recommended!`,
  );
}

interface LongText {
  readonly field: MappedField;
  /** As the refusal names the document. */
  readonly doc: string;
  readonly shard: QueryShardContext;
  /** What such texts are highlighted with. */
  readonly instead: string;
}

export function refuseLongText(content: string, { field, doc, shard, instead }: LongText): void {
  const most = mostAnalysed(shard);
  if (content.length <= most) return;
  throw refused(
    `The length of [${field.name}] field of [${doc}] doc of [${shard.indexName}] index has exceeded [${most}] - maximum allowed to be analyzed for highlighting. This maximum can be set by changing the [${SETTING}] index level setting. For large texts, ${instead} is recommended!`,
  );
}

function refused(reason: string): ApiError {
  return new ApiError('illegal_argument_exception', reason);
}
