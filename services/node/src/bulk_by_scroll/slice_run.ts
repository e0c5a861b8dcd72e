/**
 * One slice of a request, or a whole request: reads a page, changes it, writes it, waits, reads the
 * next.
 */
import { isVersionConflict } from '@skein/errors';
import type { ScriptReference } from '@skein/script';
import type { RoutedWrite, RoutedWriteResult } from '../document_router/mod.js';
import type { Task } from '../tasks/mod.js';
import type { BulkByScrollParts } from './bulk_by_scroll.js';
import type { ByScrollOptions, ByScrollRequest } from './contract.js';
import { type DocumentChange, sourceOf } from './document_change.js';
import { type DocumentReader, localReader } from './document_reader.js';
import type { FoundDocument } from './found_documents.js';
import type { Progress } from './progress.js';
import { RemoteReader } from './remote_reader.js';
import type { RemoteSource } from './remote_source.js';
import { writeAll } from './write_all.js';

export interface SliceRun {
  readonly request: ByScrollRequest;
  readonly options: ByScrollOptions;
  readonly change: DocumentChange;
  readonly task: Task;
  readonly progress: Progress;
  readonly parts: BulkByScrollParts;
  /** The indices written to. */
  readonly written: Set<string>;
}

export async function runSlice(run: SliceRun): Promise<void> {
  const { task, progress } = run;
  let reader: DocumentReader | undefined;
  try {
    reader = await beginReading(run);
    await readPages(run, reader);
  } catch (thrown) {
    // The error of a cancelled search is only a consequence of the cancellation.
    if (!task.signal.aborted) throw thrown;
  } finally {
    reader?.close();
  }
  if (task.signal.aborted) progress.cancelled = String(task.signal.reason);
}

async function beginReading(run: SliceRun): Promise<DocumentReader> {
  const { request, options, change, task, parts } = run;
  const { search, kind, remote } = request;
  if (remote !== undefined) return new RemoteReader(remoteReading(run, remote), parts.remote);
  const { source, seqNo, version } = change.reads;
  const page = {
    ...search.request,
    ...(source ? {} : { source: { enabled: false, includes: [], excludes: [] } }),
    seqNoPrimaryTerm: seqNo,
    version,
  };
  const { identity, nowMs } = options;
  const call = { ...search, request: page, toChange: kind !== 'reindex' };
  const asking = { identity, nowMs, signal: task.signal };
  return localReader(await parts.searchCoordinator.readAll(call, asking), asking);
}

function remoteReading({ request, change, task, progress }: SliceRun, remote: RemoteSource) {
  const { target, request: search } = request.search;
  return {
    remote,
    indices: target.indices,
    pageSize: search.size,
    version: change.reads.version,
    slice: search.slice,
    keepAlive: request.keepAlive,
    signal: task.signal,
    retried: () => {
      progress.counts.searchRetries++;
    },
  };
}

async function readPages(run: SliceRun, reader: DocumentReader): Promise<void> {
  const { request, task, progress, parts } = run;
  const { counts, pace } = progress;
  const most = request.maxDocs ?? Number.POSITIVE_INFINITY;
  let done = 0;
  while (!task.signal.aborted) {
    const startMs = parts.clock.monotonicMs();
    const page = (await reader.next()).slice(0, most - done);
    counts.total = Math.min(reader.total, most);
    progress.timedOut = reader.timedOut;
    if (page.length === 0) return;
    counts.batches++;
    await writePage(run, page);
    done += page.length;
    const isOver = done >= counts.total || progress.failures.length > 0 || progress.timedOut;
    if (isOver) return;
    await pace.after(page.length, startMs, task.signal);
  }
}

async function writePage(run: SliceRun, page: readonly FoundDocument[]): Promise<void> {
  const { request, progress } = run;
  const writes = request.script
    ? await scriptedWrites(run, page, request.script)
    : page.map((document) => run.change.write(document));
  if (run.task.signal.aborted) return;
  progress.counts.noops += page.length - writes.length;
  if (writes.length === 0) return;
  const results = await writeAll(throughPipeline(writes, request.pipeline), run);
  for (const result of results) count(result, run);
}

function throughPipeline(
  writes: readonly RoutedWrite[],
  pipeline: string | undefined,
): readonly RoutedWrite[] {
  if (pipeline === undefined) return writes;
  return writes.map((write) => (write.op === 'delete' ? write : { ...write, pipeline }));
}

async function scriptedWrites(
  { change, parts, task }: SliceRun,
  page: readonly FoundDocument[],
  script: ScriptReference,
): Promise<readonly RoutedWrite[]> {
  const documents = page.map((document) => ({
    index: document.index,
    id: document.id,
    routing: document.routing,
    version: document.version,
    source: sourceOf(document),
  }));
  const { results } = await parts.shardHost.runShardless(
    'transform_documents',
    { script, documents, mayMove: change.mayMove },
    task.signal,
  );
  return results.flatMap((result, i) => {
    const document = page[i];
    return document === undefined || result.op === 'noop'
      ? []
      : [change.scripted(document, result)];
  });
}

function count({ index, result }: RoutedWriteResult, { request, progress, written }: SliceRun) {
  const { counts, failures } = progress;
  if (result.ok) {
    written.add(index);
    if (result.result === 'created') counts.created++;
    // As in OpenSearch, documents that a pipeline dropped count as updated.
    else if (result.result === 'updated' || result.result === 'noop') counts.updated++;
    else counts.deleted++;
    return;
  }
  const { id, error } = result;
  const isConflict = isVersionConflict(error);
  if (isConflict) counts.versionConflicts++;
  if (!isConflict || request.conflicts === 'abort') failures.push({ index, id, error });
}
