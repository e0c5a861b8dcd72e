/**
 * `remote_store` in the sections `segments` and `translog` of stats, under OpenSearch's names:
 * uploads of a primary to its remote store, and downloads at its start.
 */
import { formatByteSize, formatTimeMs } from '@skein/base';
import type { JsonObject } from '@skein/content';
import type { RemoteStoreStats, UploadCounts } from '@skein/shard';

const NO_UPLOADS: UploadCounts = {
  started: 0,
  succeeded: 0,
  failed: 0,
  bytes: 0,
  failedBytes: 0,
  openBytes: 0,
  timeMs: 0,
  lastMs: undefined,
};

const NOTHING: RemoteStoreStats = {
  operations: NO_UPLOADS,
  files: NO_UPLOADS,
  filesLagBytes: 0,
  filesLagMs: 0,
  download: { bytes: 0, timeMs: 0 },
  pendingBytes: 0,
  unanswered: 0,
  rejected: 0,
};

/** A sum over shards, and the largest lag of any shard. */
interface RemoteSum extends RemoteStoreStats {
  readonly maxFilesLagBytes: number;
}

export function sumRemote(
  a: RemoteSum | undefined,
  b: RemoteStoreStats | RemoteSum | undefined,
): RemoteSum | undefined {
  if (b === undefined) return a;
  const { filesLagBytes } = b;
  const most = 'maxFilesLagBytes' in b ? b.maxFilesLagBytes : filesLagBytes;
  if (a === undefined) return { ...b, maxFilesLagBytes: most };
  return {
    operations: sumUploads(a.operations, b.operations),
    files: sumUploads(a.files, b.files),
    filesLagBytes: a.filesLagBytes + filesLagBytes,
    maxFilesLagBytes: Math.max(a.maxFilesLagBytes, most),
    filesLagMs: Math.max(a.filesLagMs, b.filesLagMs),
    download: {
      bytes: a.download.bytes + b.download.bytes,
      timeMs: a.download.timeMs + b.download.timeMs,
    },
    pendingBytes: a.pendingBytes + b.pendingBytes,
    unanswered: Math.max(a.unanswered, b.unanswered),
    rejected: a.rejected + b.rejected,
  };
}

function sumUploads(a: UploadCounts, b: UploadCounts): UploadCounts {
  const last = Math.max(a.lastMs ?? 0, b.lastMs ?? 0);
  return {
    started: a.started + b.started,
    succeeded: a.succeeded + b.succeeded,
    failed: a.failed + b.failed,
    bytes: a.bytes + b.bytes,
    failedBytes: a.failedBytes + b.failedBytes,
    openBytes: a.openBytes + b.openBytes,
    timeMs: a.timeMs + b.timeMs,
    lastMs: last === 0 ? undefined : last,
  };
}

export function remoteSegments(found: RemoteStoreStats | undefined, human: boolean): JsonObject {
  const stats = found ?? NOTHING;
  const size = sizeIn(human);
  const time = timeIn(human);
  const most = 'maxFilesLagBytes' in stats ? Number(stats.maxFilesLagBytes) : stats.filesLagBytes;
  return {
    upload: {
      total_upload_size: uploadSizes(stats.files, human),
      refresh_size_lag: { ...size('total', stats.filesLagBytes), ...size('max', most) },
      ...time('max_refresh_time_lag', stats.filesLagMs),
      ...time('total_time_spent', stats.files.timeMs),
      // Waiting operations, not waiting files, cause rejections of writes.
      pressure: { total_rejections: stats.rejected },
    },
    download: {
      total_download_size: {
        ...size('started', stats.download.bytes),
        ...size('succeeded', stats.download.bytes),
        ...size('failed', 0),
      },
      ...time('total_time_spent', stats.download.timeMs),
    },
  };
}

export function remoteTranslog(found: RemoteStoreStats | undefined, human: boolean): JsonObject {
  const { operations } = found ?? NOTHING;
  const { started, failed, succeeded } = operations;
  return {
    upload: {
      total_uploads: { started, failed, succeeded },
      total_upload_size: uploadSizes(operations, human),
    },
  };
}

function uploadSizes(counts: UploadCounts, human: boolean): JsonObject {
  const size = sizeIn(human);
  const { bytes, failedBytes, openBytes } = counts;
  return {
    ...size('started', bytes + failedBytes + openBytes),
    ...size('succeeded', bytes),
    ...size('failed', failedBytes),
  };
}

const sizeIn =
  (human: boolean) =>
  (name: string, bytes: number): JsonObject => ({
    ...(human ? { [name]: formatByteSize(bytes) } : {}),
    [`${name}_bytes`]: bytes,
  });

const timeIn =
  (human: boolean) =>
  (name: string, ms: number): JsonObject => ({
    ...(human ? { [name]: formatTimeMs(Math.round(ms)) } : {}),
    [`${name}_in_millis`]: Math.round(ms),
  });
