/** Tests the memory that the look-up of written documents takes until the next refresh. */
import { IndexWriter, MemoryDirectory } from '@skein/search_library';
import { engineSettings } from './engine_settings.js';
import { newCounters } from './engine_stats.js';
import { LiveIndex } from './live_index.js';
import { stillClock } from './testing/test_engine.js';

const LIMIT = 250_000;

function newIndex() {
  const directory = new MemoryDirectory();
  const settings = engineSettings(new Map());
  const { storedCompression, mergePolicy } = settings;
  const writer = IndexWriter.open(directory, { storedCompression, mergePolicy });
  const counters = newCounters();
  const live = new LiveIndex({
    writer,
    directory,
    clock: stillClock(),
    counters,
    settings: () => settings,
    localCheckpoint: () => LIMIT,
    fatal: (action) => action(),
  });
  return { live, counters };
}

const value = (seqNo: number) => ({ version: 1, seqNo, primaryTerm: 1, deleted: false });

test('a quarter of a million written documents make an internal refresh', () => {
  const { live, counters } = newIndex();
  live.markDirty();
  for (let seqNo = 0; seqNo < LIMIT - 1; seqNo++) {
    live.remember(`d${seqNo}`, value(seqNo), undefined);
  }
  expect(live.entry('d0')).toEqual({ ...value(0), location: undefined });
  expect([live.isDirty, counters.refreshTotal]).toEqual([true, 0]);
  live.remember('last', value(LIMIT - 1), undefined);
  expect([live.isDirty, counters.refreshTotal]).toEqual([false, 1]);
  expect([live.entry('d0'), live.entry('last')]).toEqual([undefined, undefined]);
});
