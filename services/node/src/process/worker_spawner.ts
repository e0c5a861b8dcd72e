/** Shard threads as worker threads of this process. */

import type { ExtractionCalls } from '@skein/extraction/calls';
import {
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
} from '../shard_host/thread_calls.js';

/** What threads know of the process beside what the main thread's rooms tell them. */
export interface ProcessPlace {
  /** A whole path. */
  readonly configPath: string;
  readonly fileCache: FileCachePlace;
}

const ENGINE_ENTRY = new URL('./shard_worker.js', import.meta.url);
const SEARCH_ENTRY = new URL('./search_worker.js', import.meta.url);
const INGEST_ENTRY = new URL('./ingest_worker.js', import.meta.url);
const EXTRACTION_ENTRY = new URL('./extraction_worker.js', import.meta.url);
const REPOSITORY_ENTRY = new URL('./repository_worker.js', import.meta.url);
const MERGE_ENTRY = new URL('./merge_worker.js', import.meta.url);

/**
 * An engine's data lies outside the heap, in typed arrays; what it makes for a document is garbage
 * with the next one. One request has to fit: a document of `http.max_content_length` as text,
 * several times.
 */
const ENGINE_HEAP_MB = 1024;
const ENGINE_YOUNG_MB = 48;
/** A request's objects should die young: each collection costs the same, however little is left. */
const SEARCH_YOUNG_MB = 48;
/** A file that needs more than this is one that was made to. */
const EXTRACTION_HEAP_MB = 512;
/** Files pass through in buffers outside the heap. */
const REPOSITORY_YOUNG_MB = 16;
/** A merge makes next to no objects. */
const MERGE_YOUNG_MB = 12;

export function workerSpawner(
  profiler: ThreadProfiler,
  place: ProcessPlace,
): ThreadSpawner & IngestSpawner & ExtractorSpawner & RepositorySpawner {
  const start = <Calls>(options: WorkerThreadOptions) =>
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
