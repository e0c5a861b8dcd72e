/**
 * The common options of aggregations of significant values: size, minimum counts, heuristic and
 * background.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { type Draft, type FieldReaders, integerOf, into } from '@skein/reading';
import type { QueryData } from '../aggregation_shard.js';
import type { ParseContext } from '../aggregation_type.js';
import type { IncludeExclude } from './include_exclude.js';
import { type Heuristic, heuristicReaders, JLH, type ReadHeuristic } from './significance.js';
import { countReaders, newShape } from './terms_shape.js';

export interface SignificantShape extends IncludeExclude {
  readonly size: number;
  readonly shardSize: number;
  readonly minDocCount: number;
  readonly shardMinDocCount: number;
  readonly heuristic: Heuristic;
  readonly background: QueryData | undefined;
}

interface SignificantDraft extends Draft<Omit<SignificantShape, 'heuristic'>> {
  readHeuristic: ReadHeuristic;
}

const DEFAULT_MIN_DOC_COUNT = 3;

export function newSignificant(): SignificantDraft {
  const { size, shardSize, shardMinDocCount } = newShape();
  return {
    size,
    shardSize,
    shardMinDocCount,
    minDocCount: DEFAULT_MIN_DOC_COUNT,
    include: undefined,
    exclude: undefined,
    readHeuristic: () => JLH,
    background: undefined,
  };
}

export function significantReaders(
  draft: SignificantDraft,
  context: ParseContext,
  json: JsonObject,
): FieldReaders {
  return {
    ...countReaders(draft, context),
    shard_size: into(draft, 'shardSize', 'number', (value) => shardSizeOf(value, context)),
    ...heuristicReaders(draft, context, json),
    background_filter: into(draft, 'background', 'object', (value) =>
      context.readQuery(isJsonObject(value) ? value : {}),
    ),
  };
}

/** The message has two spaces before the 0, as OpenSearch's has. */
function shardSizeOf(json: JsonValue, { name }: ParseContext): number {
  const value = integerOf(json);
  if (value > 0) return value;
  throw new ApiError(
    'illegal_argument_exception',
    `[shardSize] must be greater than  0. Found [${value}] in [${name}]`,
  );
}

/**
 * The finished options. The default `shard_size` is twice that of `terms`, because a shard alone
 * cannot tell a rare significant term from chance.
 */
export function finishedSignificant({
  readHeuristic,
  ...draft
}: SignificantDraft): SignificantShape {
  const { size, shardSize } = draft;
  const asked = shardSize > 0 ? shardSize : 2 * Math.trunc(size * 1.5 + 10);
  return { ...draft, heuristic: readHeuristic(), shardSize: Math.max(size, asked) };
}
