/** `random_score`: random scores, reproducible with the same seed. */
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { randomScore } from '@skein/search_library';
import { NO_HEADER, OF_FUNCTIONS, readOptions } from '../header.js';
import { intoDraft } from '../into_draft.js';
import { isScalar, textOf, tokenName } from '../options.js';
import type { QueryShardContext } from '../query_shard_context.js';
import { indexSalt, textHash } from './index_salt.js';
import { requireFielddata } from './require_fielddata.js';
import type { ScoreFunctionType } from './score_function_type.js';

export const random_score: ScoreFunctionType<Params> = {
  name: 'random_score',
  parse(body, context) {
    const draft: { seed?: number; field?: string } = {};
    readOptions(
      { query: 'random_score', options: body, context, manners: OF_FUNCTIONS },
      {
        ...NO_HEADER,
        seed: intoDraft(draft, 'seed', seedOf),
        field: intoDraft(draft, 'field', textOf),
      },
    );
    const { seed, field } = draft;
    return { seed, field };
  },
  // Without a seed, the scores differ each time.
  needs: ({ seed }) => ({ now: seed === undefined, scripts: false }),
  bind: ({ seed, field }, shard) =>
    randomScore({
      seed: seed ?? longHash(BigInt(Math.trunc(shard.nowMs))),
      salt: indexSalt(shard),
      field: fieldOf(field, seed !== undefined, shard),
    }),
};

interface Params {
  readonly seed: number | undefined;
  readonly field: string | undefined;
}

/** With a seed but without a field, the score depends on the document's id. */
function fieldOf(
  field: string | undefined,
  seeded: boolean,
  shard: QueryShardContext,
): string | undefined {
  if (field === undefined) return seeded ? '_id' : undefined;
  const mapped = shard.mapping.field(field);
  if (mapped && field !== '_id') requireFielddata(mapped);
  if (mapped) return mapped.spec.name;
  throw new ApiError(
    'illegal_argument_exception',
    `Field [${field}] is not mapped on [[${shard.indexName}]] and cannot be used as a source of random numbers.`,
  );
}

/** A whole number is its own seed; any other value is hashed. */
function seedOf(json: JsonValue): number {
  if (typeof json === 'number' && Number.isInteger(json)) {
    return Math.abs(json) <= 0x7fffffff ? json : longHash(BigInt(json));
  }
  if (typeof json === 'bigint') return longHash(json);
  if (isScalar(json) && typeof json === 'string') return textHash(json);
  throw new ApiError(
    'parsing_exception',
    `random_score seed must be an int, long or string, not '${tokenName(json)}'`,
  );
}

/** Java's hash of a long. */
function longHash(value: bigint): number {
  const bits = BigInt.asUintN(64, value);
  return Number(BigInt.asIntN(32, bits ^ (bits >> 32n)));
}
