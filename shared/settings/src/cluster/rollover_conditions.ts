/**
 * `cluster.lifecycle.default.rollover`: `max_age=30d,min_docs=1` (Elasticsearch's setting). An
 * index rolls over when one of the `max` conditions and all of the `min` conditions are met.
 */
import { parseByteSize, parseTimeMs } from '@skein/base';
import { illegalArgument } from '@skein/errors';

/** Facts of an index that conditions refer to. */
const FACTS = ['age', 'docs', 'size', 'primary_shard_size', 'primary_shard_docs'] as const;
export type RolloverFact = (typeof FACTS)[number];

export interface RolloverCondition {
  readonly kind: 'max' | 'min';
  readonly fact: RolloverFact;
  /** Milliseconds of an age, bytes of a size, or a number of documents. */
  readonly bound: number;
}

/** Throws illegal_argument_exception, which names the invalid part. */
export function parseRolloverConditions(text: string, key: string): readonly RolloverCondition[] {
  const conditions = text.split(',').map((part) => {
    const [, kind, name, given = ''] = /^\s*(max|min)_(\w+)=(.*?)\s*$/.exec(part) ?? [];
    const fact = FACTS.find((each) => each === name);
    const bound = fact && boundOf(fact, given);
    if (fact === undefined || bound === undefined)
      throw illegalArgument(`[${part}] is no condition of [${key}]`);
    return { kind: kind === 'max' ? 'max' : 'min', fact, bound } as const;
  });
  if (conditions.some(({ kind }) => kind === 'max')) return conditions;
  throw illegalArgument(`[${key}] needs a condition that begins with max`);
}

function boundOf(fact: RolloverFact, text: string): number | undefined {
  if (fact === 'age') return parseTimeMs(text);
  if (fact.endsWith('size')) return parseByteSize(text);
  return /^\d+$/.test(text) ? Number(text) : undefined;
}
