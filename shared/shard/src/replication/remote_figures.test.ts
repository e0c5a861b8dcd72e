/** Statistics of uploads to a remote store. */
import { FilesLag } from './files_lag.js';
import { Uploads } from './upload_counts.js';

let nowMs = 0;
const clock = { nowMs: () => 1000 + nowMs, monotonicMs: () => nowMs };

beforeEach(() => {
  nowMs = 0;
});

it('counts what uploads brought, were expected to bring, and took', () => {
  const uploads = new Uploads(clock);
  const first = uploads.begin(10);
  const second = uploads.begin(7);
  const third = uploads.begin(3);
  nowMs = 5;
  first(12);
  second(undefined);
  expect(uploads.counts).toEqual({
    started: 3,
    succeeded: 1,
    failed: 1,
    bytes: 12,
    failedBytes: 7,
    openBytes: 3,
    timeMs: 10,
    lastMs: 1005,
  });
  third(0);
  expect(uploads.counts).toMatchObject({ succeeded: 2, openBytes: 0 });
});

it('the lag of files is that of what is searched and not stored', () => {
  const lag = new FilesLag(clock);
  const segments = [
    { name: '_0', sizeBytes: 10 },
    { name: '_1', sizeBytes: 5 },
  ];
  expect([lag.bytes([]), lag.ms]).toEqual([0, 0]);
  lag.published(3);
  nowMs = 10;
  lag.published(3);
  lag.published(8);
  nowMs = 30;
  expect([lag.bytes(segments), lag.ms]).toEqual([15, 30]);
  lag.stored(['_0'], 3);
  expect([lag.bytes(segments), lag.ms]).toEqual([5, 20]);
  lag.stored(['_0', '_1'], 8);
  expect([lag.bytes(segments), lag.ms]).toEqual([0, 0]);
  lag.published(8);
  expect(lag.ms).toBe(0);
});

it('of very many points in time the first one is known', () => {
  const lag = new FilesLag(clock);
  for (let seqNo = 0; seqNo < 5000; seqNo++) {
    nowMs = seqNo;
    lag.published(seqNo);
  }
  nowMs = 6000;
  expect(lag.ms).toBe(6000);
  lag.stored([], 4999);
  expect(lag.ms).toBe(0);
});
