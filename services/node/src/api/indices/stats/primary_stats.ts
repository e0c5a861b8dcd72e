/** The counters of the primaries of an index, by shard. */
import type { ShardStats } from '@skein/shard';
import type { Actors } from '../../../actors.js';
import type { RequestContext } from '../../endpoint.js';

export async function primaryStats(
  index: string,
  { shardRouter }: Pick<Actors, 'shardRouter'>,
  context: RequestContext,
): Promise<ReadonlyMap<number, ShardStats>> {
  const options = { ...context, primariesOnly: true };
  const { outcomes } = await shardRouter.broadcast('stats', [index], {}, options);
  return new Map(
    outcomes.flatMap((one) => (one.ok ? [[one.target.shardId, one.reply] as const] : [])),
  );
}
