/**
 * A shard whose files are in a snapshot repository. It is searched and read there and takes no
 * writes. It publishes one point in time when it is opened, and has no translog and no messages
 * with other copies: each copy reads the repository by itself.
 */
import { assertNever } from '@skein/base';
import { checkRead, DocumentLookup } from '@skein/engine';
import { ApiError, asApiError, type PlainError, toPlainError } from '@skein/errors';
import { type Directory, type ReaderSnapshot, ReadOnlyIndex } from '@skein/search_library';
import { analysisOutside, NO_FILES } from './analysis_outside.js';
import type { GetRequest, GetResult, ShardStats, WriteCalls } from './calls.js';
import { filtered, METADATA_FIELDS, notFound, storedFields } from './operations/get.js';
import { storedStats } from './operations/stored_stats.js';
import { RecoveryProgress } from './replication/recovery_progress.js';
import { ShardMapping } from './shard_mapping.js';
import type { ShardOptions } from './shard_options.js';

export type SearchableShardOptions = Pick<
  ShardOptions,
  'request' | 'indexDirectory' | 'clock' | 'scripts' | 'files' | 'onEvent'
>;

/** The calls to a shard without writes. */
export type ReadCall = Exclude<keyof WriteCalls, 'bulk'>;

type AnyReadCall = {
  [K in ReadCall]: { readonly kind: K; readonly request: WriteCalls[K]['request'] };
}[ReadCall];

export class SearchableShard {
  readonly progress: RecoveryProgress;
  readonly mapping: ShardMapping;
  readonly #options: SearchableShardOptions;
  readonly #directory: Directory;
  readonly #index: ReadOnlyIndex;
  readonly #lookup: DocumentLookup;
  readonly #stats: ShardStats;
  readonly #gets = { exists: 0, existsMs: 0, missing: 0, missingMs: 0 };

  /** Reads the data needed for opening from the repository; throws when it cannot. */
  constructor(options: SearchableShardOptions) {
    const { request, clock, indexDirectory, scripts, files = NO_FILES } = options;
    this.#options = options;
    this.#directory = indexDirectory;
    this.progress = new RecoveryProgress('SNAPSHOT', clock);
    this.mapping = new ShardMapping(new Map(Object.entries(request.indexSettings)), request, {
      index: request.index,
      clock,
      scripts,
      outside: analysisOutside(files, scripts),
    });
    this.#index = ReadOnlyIndex.open(indexDirectory);
    this.#lookup = new DocumentLookup(this.snapshot, indexDirectory);
    this.#stats = storedStats(indexDirectory);
    this.progress.done();
    options.onEvent({
      kind: 'snapshot',
      snapshot: this.snapshot,
      maxSeqNo: this.#stats.seqNo.maxSeqNo,
    });
  }

  get snapshot(): ReaderSnapshot {
    return this.#index.snapshot;
  }

  /** Size of its files, wherever they are. */
  get storeBytes(): number {
    return this.#stats.storeBytes;
  }

  call<K extends ReadCall>(kind: K, request: WriteCalls[K]['request']): WriteCalls[K]['reply'] {
    // The compiler does not relate a kind and its request once both are in one object.
    return this.#answer({ kind, request } as AnyReadCall) as WriteCalls[K]['reply'];
  }

  #answer(call: AnyReadCall): WriteCalls[ReadCall]['reply'] {
    switch (call.kind) {
      case 'get':
        return this.#get(call.request);
      case 'multi_get':
        return { results: call.request.gets.map((one) => this.#getOrError(one)) };
      case 'refresh':
        return { refreshed: false };
      case 'next_refresh':
        return { forced: false };
      case 'flush':
        return {};
      case 'force_merge':
        throw this.#notMerged();
      case 'stats':
        return this.stats();
      default:
        return assertNever(call, 'call');
    }
  }

  stats(): ShardStats {
    const segments = this.#index.segments;
    const memoryBytes = segments.reduce((sum, segment) => sum + segment.memoryBytes, 0);
    return {
      ...this.#stats,
      get: this.#gets,
      segments: { count: segments.length, memoryBytes },
      fielddata: segments.flatMap(({ fielddata }) => fielddata),
      completion: segments.flatMap(({ completions }) => completions),
      segmentList: segments.map((segment) => ({ ...segment, searchable: true })),
    };
  }

  close(): void {
    this.#index.close();
    this.#directory.closeReads();
  }

  #getOrError(request: GetRequest): GetResult | { readonly error: PlainError } {
    try {
      return this.#get(request);
    } catch (error) {
      return { error: toPlainError(asApiError(error)) };
    }
  }

  /** Reads a document. All documents are published, so a real-time get is like any other. */
  #get(request: GetRequest): GetResult {
    const { clock } = this.#options;
    const startMs = clock.monotonicMs();
    const found = this.#found(request);
    const tookMs = clock.monotonicMs() - startMs;
    if (found.found) {
      this.#gets.exists++;
      this.#gets.existsMs += tookMs;
    } else {
      this.#gets.missing++;
      this.#gets.missingMs += tookMs;
    }
    return found;
  }

  #found({ id, version, source, storedFields: asked }: GetRequest): GetResult {
    const found = this.#lookup.document(id);
    if (found === undefined) return notFound(id);
    checkRead(id, found.version, version, this.#options.request);
    const wanted = asked.filter((field) => !METADATA_FIELDS.has(field));
    const { stored, seqNo, primaryTerm } = found;
    return {
      found: true,
      id,
      version: found.version,
      seqNo,
      primaryTerm,
      routing: stored.routing,
      source: filtered(stored.source, source),
      fields: storedFields(wanted, stored.fields, this.mapping),
    };
  }

  #notMerged(): ApiError {
    const { index, shardId } = this.#options.request;
    const reason = `shard [${index}][${shardId}] is in a snapshot and cannot be merged`;
    return new ApiError('illegal_argument_exception', reason);
  }
}
