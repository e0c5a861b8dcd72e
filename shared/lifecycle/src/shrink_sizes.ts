import { parseByteSize } from '@skein/base';
import type { JsonValue } from '@skein/content';
import type { ShrinkOptions } from './actions/shrink.js';
import { countOf, textOf } from './conditions.js';
import { illegal } from './members.js';

/** Readers of the members that say how small an index is to become, and what they have read. */
export function shrinkSizes(example: string) {
  const sizes: ShrinkOptions['size'][] = [];
  return {
    sizes,
    shards: (value: JsonValue, name: string): void => {
      sizes.push({ by: 'shards', count: countOf(name, value, 1) });
    },
    shardSize: (value: JsonValue, name: string): void => {
      const bytes = parseByteSize(textOf(name, value));
      if (bytes === undefined || bytes <= 0) {
        throw illegal(`[${name}] must be a size such as ${example}`);
      }
      sizes.push({ by: 'max_shard_size', bytes });
    },
  };
}
