/**
 * `GET /_data_stream/_stats`, `GET /_data_stream/{name}/_stats`: sizes, and the newest timestamp of
 * a document.
 */
import { formatByteSize } from '@skein/base';
import type { DataStream } from '@skein/cluster';
import { isJsonObject, type JsonObject, parseJson } from '@skein/content';
import { jsonReply, splitList } from '@skein/http';
import { readLocatedSearch } from '@skein/search';
import type { Actors } from '../../actors.js';
import { SYSTEM_IDENTITY } from '../../security/system_identity.js';
import { defineEndpoint, type RequestContext } from '../endpoint.js';
import { shardsJson } from '../indices/broadcast_reply.js';
import { MONITORS } from '../indices/index_targets.js';
import { namedStreams, requireStreams } from './named_streams.js';

export const data_streams_stats = defineEndpoint({
  id: 'indices.data_streams_stats',
  shape: 'shards',
  routes: ['GET /_data_stream/_stats', 'GET /_data_stream/{name}/_stats'],
  params: {},
  body: 'none',
  privilege: 'indices:monitor',
  parse: ({ pathParams }) => splitList(pathParams.name ?? '*'),
  handle: async (names, actors, context) => {
    const { identity, human } = context;
    const streams = requireStreams(namedStreams(names, actors, identity, MONITORS));
    const indices = streams.flatMap((stream) => stream.indices);
    const result = await actors.shardRouter.broadcast('stats', indices, {}, context);
    const byIndex = Map.groupBy(result.outcomes, ({ target }) => target.index);
    const outcomesOf = ({ indices: own }: Pick<DataStream, 'indices'>) =>
      own.flatMap((index) => byIndex.get(index) ?? []);
    const bytesOf = (stream: Pick<DataStream, 'indices'>): number =>
      outcomesOf(stream).reduce((sum, one) => sum + (one.ok ? one.reply.storeBytes : 0), 0);
    const sizes = (key: string, bytes: number): JsonObject => ({
      ...(human ? { [key]: formatByteSize(bytes) } : {}),
      [`${key}_bytes`]: bytes,
    });
    const isEmpty = (stream: DataStream): boolean =>
      outcomesOf(stream).every((one) => one.ok && one.reply.docs.count === 0);
    const rows: JsonObject[] = [];
    for (const stream of streams) {
      rows.push({
        data_stream: stream.name,
        backing_indices: stream.indices.length,
        ...sizes('store_size', bytesOf(stream)),
        maximum_timestamp: isEmpty(stream) ? 0 : await newestTime(stream, actors, context),
      });
    }
    return jsonReply({
      _shards: shardsJson(result),
      data_stream_count: streams.length,
      backing_indices: indices.length,
      ...sizes('total_store_size', bytesOf({ indices })),
      data_streams: rows,
    });
  },
});

/**
 * Milliseconds since 1970. The privilege to monitor the stream suffices, without the one to read
 * it.
 */
async function newestTime(
  { name, timestampField }: DataStream,
  { searchCoordinator }: Pick<Actors, 'searchCoordinator'>,
  { signal, nowMs }: RequestContext,
): Promise<number> {
  const json = { size: 0, aggs: { newest: { max: { field: timestampField } } } };
  const request = readLocatedSearch({ json, locate: () => undefined }, {}, false);
  const call = {
    target: {
      indices: [name],
      ignoreUnavailable: true,
      allowNoIndices: true,
      expandWildcards: undefined,
    },
    routing: undefined,
    preference: undefined,
    searchType: 'query_then_fetch',
    restTotalHitsAsInt: false,
    allowPartialSearchResults: true,
    maxConcurrentShardRequests: undefined,
    preFilterShardSize: undefined,
    request,
  } as const;
  const options = { identity: SYSTEM_IDENTITY, signal, nowMs };
  const { chunks } = await searchCoordinator.search(call, options);
  const answer = parseJson(Buffer.concat(chunks));
  const aggregations = isJsonObject(answer) ? answer.aggregations : undefined;
  const newest = isJsonObject(aggregations) ? aggregations.newest : undefined;
  const value = isJsonObject(newest) ? newest.value : undefined;
  return typeof value === 'number' ? Math.trunc(value) : 0;
}
