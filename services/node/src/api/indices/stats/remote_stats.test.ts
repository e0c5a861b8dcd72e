import { remoteSegments, remoteTranslog, sumRemote } from './remote_stats.js';

const uploads = (bytes: number) => ({
  started: 3,
  succeeded: 1,
  failed: 1,
  bytes,
  failedBytes: 2,
  openBytes: 4,
  timeMs: 8,
  lastMs: bytes,
});
const shard = (lag: number) => ({
  operations: uploads(10 * lag),
  files: uploads(lag),
  filesLagBytes: lag,
  filesLagMs: 2 * lag,
  download: { bytes: 100, timeMs: 7 },
  pendingBytes: 1,
  unanswered: lag,
  rejected: 1,
});

test('sums have the greatest lag beside', () => {
  const one = sumRemote(undefined, shard(5));
  const sum = sumRemote(sumRemote(one, undefined), sumRemote(undefined, shard(3)));
  expect(sum).toMatchObject({ filesLagBytes: 8, maxFilesLagBytes: 5, filesLagMs: 10, rejected: 2 });
  expect(remoteSegments(sum, false)).toEqual({
    upload: {
      total_upload_size: { started_bytes: 20, succeeded_bytes: 8, failed_bytes: 4 },
      refresh_size_lag: { total_bytes: 8, max_bytes: 5 },
      max_refresh_time_lag_in_millis: 10,
      total_time_spent_in_millis: 16,
      pressure: { total_rejections: 2 },
    },
    download: {
      total_download_size: { started_bytes: 200, succeeded_bytes: 200, failed_bytes: 0 },
      total_time_spent_in_millis: 14,
    },
  });
  expect(remoteTranslog(sum, true)).toEqual({
    upload: {
      total_uploads: { started: 6, failed: 2, succeeded: 2 },
      total_upload_size: {
        started: '92b',
        started_bytes: 92,
        succeeded: '80b',
        succeeded_bytes: 80,
        failed: '4b',
        failed_bytes: 4,
      },
    },
  });
});

test('an index without a remote store has zeros', () => {
  expect(remoteTranslog(undefined, false)).toMatchObject({
    upload: { total_uploads: { started: 0 } },
  });
  expect(remoteSegments(undefined, true)).toMatchObject({
    upload: { refresh_size_lag: { total: '0b', max: '0b' }, max_refresh_time_lag: '0s' },
  });
});
