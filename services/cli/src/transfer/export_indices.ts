/**
 * Writes indices to a file: settings, mappings and aliases, then the documents, shard by shard in
 * the order of their sequence numbers. The file has every write that was acknowledged and refreshed
 * before the export began. A document that changes meanwhile comes again with its new version,
 * which is the later line.
 */
import { simpleMatch } from '@skein/base';
import {
  encodeJson,
  isJsonObject,
  JSON_TOKEN,
  type JsonObject,
  JsonReader,
  type JsonValue,
} from '@skein/content';
import type { ApiError } from '@skein/errors';
import { listAt } from '../health/json_at.js';
import { type Cluster, illegal } from './cluster.js';
import type { ExportFile } from './export_file.js';
import { areObjects, documentLine, type ExportHeader, FORMAT } from './export_format.js';

/** Settings, mappings and aliases, by index name. */
export type Indices = Readonly<Record<string, JsonObject>>;

interface ExportOrder {
  /** Names, patterns, aliases or data streams, separated by commas. */
  readonly target: string;
  /** The indices that `target` resolves to. */
  readonly indices: Indices;
  readonly query: JsonValue | undefined;
  readonly pageSize: number;
}

export interface Watched {
  /** `total` is the expected number of documents. */
  begin(total: number, done: number): void;
  reach(done: number): void;
}

interface ShardPlace {
  readonly index: string;
  readonly shard: number;
}

/** Rejects when a name resolves to nothing, or to a part of an index. */
export async function indicesOf(cluster: Pick<Cluster, 'json'>, target: string): Promise<Indices> {
  const path = `/${inPath(target)}?expand_wildcards=open,hidden`;
  const indices = await cluster.json('GET', path);
  if (!areObjects(indices)) throw illegal(`GET ${path} did not return indices`);
  for (const [name, { aliases }] of Object.entries(indices)) {
    if (isJsonObject(aliases)) refuseFiltered(target.split(','), name, aliases);
  }
  return indices;
}

/** Indices are exported as a whole, which is more than an alias with a filter shows. */
function refuseFiltered(words: readonly string[], index: string, aliases: JsonObject): void {
  const isNamed = (name: string) => words.some((word) => simpleMatch(word, name));
  const isFiltered = (alias: string) => {
    const options = aliases[alias];
    return isJsonObject(options) && options.filter !== undefined;
  };
  const named = Object.keys(aliases).filter(isNamed);
  const [alias] = named;
  if (alias === undefined || isNamed(index) || !named.every(isFiltered)) return;
  throw illegal(`[${alias}] shows a part of [${index}]: export the index, with --query`);
}

function inPath(target: string): string {
  return target.split(',').map(encodeURIComponent).join(',');
}

/** Resolves with the number of documents in the file. */
export async function exportIndices(
  cluster: Cluster,
  order: ExportOrder,
  { file, watched }: { readonly file: ExportFile; readonly watched: Watched },
): Promise<number> {
  const { indices } = order;
  const total = await countOf(cluster, order);
  watched.begin(total, file.state.documents);
  await appendHeader(file, indices);
  for (const place of shardsOf(indices))
    await exportShard(cluster, order, { place, file, watched });
  return file.state.documents;
}

/**
 * Writes a header for all indices, or, when an export resumes, for those that were made meanwhile.
 */
async function appendHeader(file: ExportFile, indices: Indices): Promise<void> {
  const told = new Set(file.state.indices);
  const untold = Object.entries(indices).filter(([name]) => !told.has(name));
  if (untold.length === 0 && file.state.bytes > 0) return;
  const header: ExportHeader = { skein_export: FORMAT, indices: Object.fromEntries(untold) };
  const line = Buffer.concat([encodeJson({ ...header }), Buffer.from('\n')]);
  await file.append(line, { indices: Object.keys(indices) });
}

function shardsOf(indices: Indices): readonly ShardPlace[] {
  return Object.entries(indices).flatMap(([index, { settings }]) => {
    const own = isJsonObject(settings) && isJsonObject(settings.index) ? settings.index : {};
    const shards = Number(own.number_of_shards ?? 1);
    return Array.from({ length: shards }, (_, shard) => ({ index, shard }));
  });
}

async function countOf(cluster: Cluster, { target, query }: ExportOrder): Promise<number> {
  const path = `/${inPath(target)}/_count?expand_wildcards=open,hidden`;
  const { count } = await cluster.json('POST', path, query === undefined ? {} : { query });
  return Number(count);
}

async function exportShard(
  cluster: Cluster,
  { query, pageSize }: ExportOrder,
  { place, file, watched }: { place: ShardPlace; file: ExportFile; watched: Watched },
): Promise<void> {
  const name = `${place.index}/${place.shard}`;
  // All pages come from one copy: each copy refreshes on its own, and one that is behind would end
  // the export too soon.
  const copy = encodeURIComponent(`_shards:${place.shard}|skein-export`);
  const path = `/${encodeURIComponent(place.index)}/_search?preference=${copy}`;
  for (let after = file.state.shards[name]; after !== 'end'; after = file.state.shards[name]) {
    const body = {
      size: pageSize,
      sort: ['_seq_no'],
      track_total_hits: false,
      ...(query === undefined ? {} : { query }),
      ...(after === undefined ? {} : { search_after: [after] }),
    };
    const bytes = await cluster.ask('POST', path, Buffer.from(JSON.stringify(body)));
    const hits = readHits(bytes);
    const last: number | 'end' = hits.length < pageSize ? 'end' : (hits.at(-1)?.seqNo ?? 'end');
    const documents = file.state.documents + hits.length;
    const shards = { ...file.state.shards, [name]: last };
    await file.append(Buffer.concat(hits.map(({ line }) => line)), { documents, shards });
    watched.reach(documents);
  }
}

interface Hit {
  readonly line: Buffer;
  readonly seqNo: number;
}

function readHits(bytes: Uint8Array): readonly Hit[] {
  const reader = new JsonReader(bytes);
  const found: Hit[] = [];
  reader.next();
  while (reader.next() === JSON_TOKEN.FIELD_NAME) {
    const { name } = reader;
    const token = reader.next();
    if (name === 'hits') readPage(reader, found);
    else if (name === 'timed_out' && token === JSON_TOKEN.TRUE) throw notWhole();
    else if (name === '_shards') readShards(reader);
    else reader.skipChildren();
  }
  return found;
}

/** Checks that no shard failed: a short page counts as the last one, so it must be complete. */
function readShards(reader: JsonReader): void {
  const shards = reader.value();
  if (isJsonObject(shards) && Number(shards.failed ?? 0) > 0) throw notWhole();
}

function notWhole(): ApiError {
  return illegal('a shard failed or did not answer in time: run the same export again');
}

function readPage(reader: JsonReader, found: Hit[]): void {
  while (reader.next() === JSON_TOKEN.FIELD_NAME) {
    const { name } = reader;
    reader.next();
    if (name !== 'hits') {
      reader.skipChildren();
      continue;
    }
    while (reader.next() === JSON_TOKEN.START_OBJECT) found.push(readHit(reader));
  }
}

function readHit(reader: JsonReader): Hit {
  let source: Uint8Array | undefined;
  let seqNo = 0;
  const draft: Parameters<typeof documentLine>[0] = { index: '', id: '', routing: undefined };
  while (reader.next() === JSON_TOKEN.FIELD_NAME) {
    const { name } = reader;
    reader.next();
    const { tokenStart } = reader;
    if (name === '_index') draft.index = reader.text();
    else if (name === '_id') draft.id = reader.text();
    else if (name === '_routing') draft.routing = reader.text();
    else if (name === 'sort') [seqNo = 0] = listAt(reader.value()).map(Number);
    else reader.skipChildren();
    if (name === '_source') source = reader.bytes.subarray(tokenStart, reader.tokenEnd);
  }
  if (source === undefined) {
    throw illegal(`[${draft.index}][${draft.id}] has no _source: it cannot be exported`);
  }
  return { line: documentLine(draft, source), seqNo };
}
