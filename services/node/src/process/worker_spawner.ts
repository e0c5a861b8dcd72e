/** Starts shard threads as worker threads of this process. */

import type { ExtractionCalls } from '@skein/extraction/calls';
import {
  type CallTable,
  type FileCachePlace,
  type ThreadProfiler,
  WorkerThread,
  type WorkerThreadOptions,
} from '@skein/platform';
import type { ExtractorSpawner, IngestSpawner, IngestThreadCalls } from '../pipeline_runner/mod.js';
import type { RepositorySpawner, RepositoryThreadCalls } from '../repositories/mod.js';
import type { ThreadSpawner } from '../shard_host/mod.js';
import type {
  EngineThreadCalls,
  MergeThreadCalls,
  SearchThreadCalls,
} from '../shard_host/threads/thread_calls.js';

/** Process-wide data that threads get beside their own start data. */
export interface ProcessPlace {
  /** An absolute path. */
  readonly configPath: string;
  readonly fileCache: FileCachePlace;
}

const ENGINE_ENTRY = new URL('./engine_worker.js', import.meta.url);
const SEARCH_ENTRY = new URL('./search_worker.js', import.meta.url);
const INGEST_ENTRY = new URL('./ingest_worker.js', import.meta.url);
const EXTRACTION_ENTRY = new URL('./extraction_worker.js', import.meta.url);
const REPOSITORY_ENTRY = new URL('./repository_worker.js', import.meta.url);
const MERGE_ENTRY = new URL('./merge_worker.js', import.meta.url);

/**
 * Heap limit of an engine thread. An engine's data is outside the heap, in typed arrays, and its
 * objects for a document become garbage with the next. One request must fit: a document of
 * `http.max_content_length`, several times as text.
 */
const ENGINE_HEAP_MB = 1024;
const ENGINE_YOUNG_MB = 48;
/**
 * Young generation of a search thread: a request's objects should die young, because each
 * collection has a fixed cost.
 */
const SEARCH_YOUNG_MB = 48;
/** Heap limit for text extraction; only a malicious file needs more. */
const EXTRACTION_HEAP_MB = 512;
/** Young generation of the repository thread, whose files pass through buffers outside the heap. */
const REPOSITORY_YOUNG_MB = 16;
/** Young generation of a merge thread, which allocates almost no objects. */
const MERGE_YOUNG_MB = 12;

export function workerSpawner(
  profiler: ThreadProfiler,
  place: ProcessPlace,
): ThreadSpawner & IngestSpawner & ExtractorSpawner & RepositorySpawner {
  const start = <Calls extends CallTable<Calls>>(options: WorkerThreadOptions) =>
    profiler.watch(new WorkerThread<Calls>(options));
  return {
    engineThread: (name, { data, handlers }, onDeath) =>
      start<EngineThreadCalls>({
        entry: ENGINE_ENTRY,
        name,
        data: { ...data, ...place },
        maxHeapMb: ENGINE_HEAP_MB,
        maxYoungMb: ENGINE_YOUNG_MB,
        handlers,
        onDeath,
      }),
    searchThread: (name, { data, handlers }, onDeath) =>
      start<SearchThreadCalls>({
        entry: SEARCH_ENTRY,
        name,
        data: { ...data, ...place },
        maxYoungMb: SEARCH_YOUNG_MB,
        handlers,
        onDeath,
      }),
    ingestThread: (name, { data, handlers }, onDeath) =>
      start<IngestThreadCalls>({
        entry: INGEST_ENTRY,
        name,
        data: { ...data, ...place },
        maxHeapMb: ENGINE_HEAP_MB,
        maxYoungMb: SEARCH_YOUNG_MB,
        handlers,
        onDeath,
      }),
    extractorThread: (name, onDeath) =>
      start<ExtractionCalls>({
        entry: EXTRACTION_ENTRY,
        name,
        data: {},
        maxHeapMb: EXTRACTION_HEAP_MB,
        maxYoungMb: SEARCH_YOUNG_MB,
        handlers: {},
        onDeath,
      }),
    repositoryThread: (name, handlers, onDeath) =>
      start<RepositoryThreadCalls>({
        entry: REPOSITORY_ENTRY,
        name,
        data: place,
        maxHeapMb: ENGINE_HEAP_MB,
        maxYoungMb: REPOSITORY_YOUNG_MB,
        handlers,
        onDeath,
      }),
    mergeThread: (name, data, onDeath) =>
      start<MergeThreadCalls>({
        entry: MERGE_ENTRY,
        name,
        data,
        maxYoungMb: MERGE_YOUNG_MB,
        handlers: {},
        onDeath,
      }),
  };
}
