/** Disk failures of the journal, and their effects. */
import { SECTOR_BYTES, utf8 } from '@skein/bytes';
import { BLANK_PERSISTENT, type PersistentState, type StateParts } from '@skein/cluster';
import { systemClock, systemTimers } from '@skein/platform';
import fc from 'fast-check';
import { MemoryJournal } from '../testing/lone_master.js';
import { Journal, JournalFull } from './journal.js';

const FILE = 'journal-1';

const open = (files: MemoryJournal) =>
  Journal.open(files, { clock: systemClock, timers: systemTimers });

function persistentOf(version: number): PersistentState {
  const accepted = {
    ...BLANK_PERSISTENT.accepted,
    term: 3,
    version,
    clusterUuid: 'uuid',
    hash: `hash-${version}`,
    nodes: ['a', 'b'],
    acceptedConfig: ['a'],
    committedConfig: ['a', 'b'],
  };
  return { currentTerm: 3 + version, accepted, clusterUuid: 'uuid' };
}

/** Part `i` exists in every state before `version`; `last` changes each time. */
function partsOf(version: number): StateParts {
  const parts = Array.from({ length: version }, (_, i) => [`part/${i}`, utf8(`${i}`)] as const);
  return new Map([...parts, ['last', utf8(String(version))]]);
}

async function written(versions: number): Promise<MemoryJournal> {
  const files = new MemoryJournal();
  const { journal } = await open(files);
  for (let version = 1; version <= versions; version++) {
    await journal.write(persistentOf(version), partsOf(version));
  }
  return files;
}

function bytesOf(files: MemoryJournal): Uint8Array {
  return files.files.get(FILE) ?? new Uint8Array(0);
}

it('knows nothing at first', async () => {
  const { persistent, parts } = await open(new MemoryJournal());
  expect(persistent).toEqual(BLANK_PERSISTENT);
  expect(parts.size).toBe(0);
});

it('gives back what was written last, parts that went away left out', async () => {
  const files = await written(3);
  const { journal } = await open(files);
  await journal.write(persistentOf(4), new Map([['last', utf8('4')]]));
  const { persistent, parts } = await open(files);
  expect(persistent).toEqual(persistentOf(4));
  expect([...parts]).toEqual([['last', utf8('4')]]);
});

it('drops an end that is not whole, wherever it is cut, and writes on behind what is', async () => {
  const two = bytesOf(await written(2)).length;
  const three = bytesOf(await written(3));
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: two, max: three.length - 1 }), async (length) => {
      const files = await written(2);
      files.files.set(FILE, three.slice(0, length));
      const { journal, persistent } = await open(files);
      expect(persistent).toEqual(persistentOf(2));
      await journal.write(persistentOf(9), partsOf(9));
      expect((await open(files)).persistent).toEqual(persistentOf(9));
    }),
    { numRuns: 60 },
  );
});

it('refuses to start when an end is missing that was durable, whatever its mark became', async () => {
  const whole = bytesOf(await written(3));
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: whole.length - 1 }), async (length) => {
      const files = await written(3);
      files.files.set(FILE, whole.slice(0, length));
      await expect(open(files)).rejects.toMatchObject({ type: 'corrupt_state_exception' });
    }),
    { numRuns: 60 },
  );
  const files = await written(3);
  const mark = files.files.get('mark') ?? new Uint8Array(0);
  for (let at = 0; at < mark.length; at++) {
    const damaged = mark.slice();
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    files.files.set('mark', damaged);
    expect((await open(files)).persistent).toEqual(persistentOf(3));
  }
});

it('refuses to start when any bit is flipped, also of the last frame', async () => {
  const files = await written(3);
  const whole = bytesOf(files);
  for (let bit = 0; bit < whole.length * 8; bit++) {
    const damaged = whole.slice();
    damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    files.files.set(FILE, damaged);
    const found = await open(files).catch((error: unknown) => error);
    expect(found).toMatchObject({ type: 'corrupt_state_exception' });
  }
});

it('drops a last frame of which any sector was not written', async () => {
  const long = persistentOf(3);
  const nodes = Array.from({ length: 300 }, (_, i) => `node-${i}`);
  const files = await written(2);
  const two = bytesOf(files).length;
  const { journal } = await open(files);
  await journal.write({ ...long, accepted: { ...long.accepted, nodes } }, partsOf(3));
  const three = new Uint8Array(bytesOf(files));
  // The crash precedes the acknowledgement of the frame, and its mark.
  files.files.delete('mark');
  for (let at = 0; at < three.length; at += SECTOR_BYTES) {
    if (at + SECTOR_BYTES <= two) continue;
    files.files.set(FILE, three.slice().fill(0, Math.max(two, at), at + SECTOR_BYTES));
    expect((await open(files)).persistent).toEqual(persistentOf(2));
  }
});

it('refuses to start without the file that counts', async () => {
  const files = await written(1);
  files.files.delete(FILE);
  await expect(open(files)).rejects.toThrow('it is missing');
});

it('refuses to start without the manifest, instead of beginning again over what was promised', async () => {
  const files = await written(2);
  files.files.delete('manifest');
  await expect(open(files)).rejects.toThrow('[manifest] is damaged: it is missing');
  const later = await written(2);
  later.files.set('journal-2', bytesOf(later));
  later.files.delete(FILE);
  later.files.delete('manifest');
  await expect(open(later)).rejects.toThrow('[manifest] is damaged: it is missing');
});

it('begins again when it died in its first frame, before there was a manifest', async () => {
  const whole = bytesOf(await written(1));
  for (const length of [0, 1, whole.length - 1, whole.length]) {
    const files = new MemoryJournal();
    files.files.set(FILE, whole.slice(0, length));
    const { journal, persistent } = await open(files);
    expect(persistent).toEqual(BLANK_PERSISTENT);
    await journal.write(persistentOf(1), partsOf(1));
    expect((await open(files)).persistent).toEqual(persistentOf(1));
  }
});

it('begins another file when one is long, and removes it', async () => {
  const files = await written(1005);
  expect([...files.files.keys()].sort()).toEqual(['journal-2', 'manifest', 'mark']);
  const { persistent, parts } = await open(files);
  expect(persistent).toEqual(persistentOf(1005));
  expect(parts).toEqual(partsOf(1005));
});

/** Accepts this many bytes, then fails. */
class SmallDisk extends MemoryJournal {
  freeBytes = Number.POSITIVE_INFINITY;

  override async append(name: string, bytes: Uint8Array): Promise<void> {
    const taken = bytes.subarray(0, Math.min(bytes.length, this.freeBytes));
    this.freeBytes -= taken.length;
    await super.append(name, taken);
    if (taken.length === bytes.length) return;
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC', syscall: 'write' });
  }
}

it('goes on behind the last whole frame when there is room again on a full disk', async () => {
  const files = new SmallDisk();
  const { journal } = await open(files);
  for (const version of [1, 2]) {
    files.freeBytes = 5;
    await expect(journal.write(persistentOf(version), partsOf(version))).rejects.toThrow(
      JournalFull,
    );
    files.freeBytes = 0;
    await expect(journal.write(persistentOf(version), partsOf(version))).rejects.toThrow(
      JournalFull,
    );
    files.freeBytes = Number.POSITIVE_INFINITY;
    await journal.write(persistentOf(version), partsOf(version));
    expect((await open(files)).persistent).toEqual(persistentOf(version));
  }
});

it('does not trust an fsync that found no room', async () => {
  const files = new MemoryJournal();
  const { journal } = await open(files);
  const full = { code: 'ENOSPC', syscall: 'fdatasync' };
  files.gate = Promise.reject(Object.assign(new Error('no space left on device'), full));
  await expect(journal.write(persistentOf(1), partsOf(1))).rejects.not.toThrow(JournalFull);
});

describe('a state that alone is as long as a file may be', () => {
  const maxBytes = 1000;
  const openShort = (files: MemoryJournal) =>
    Journal.open(files, { clock: systemClock, timers: systemTimers }, maxBytes);
  const large = new Uint8Array(4 * maxBytes).map((_, i) => (i * 7919) >> 3);
  const partsAt = (version: number, before: StateParts = new Map()): StateParts =>
    new Map([
      ['large', before.get('large') ?? large],
      ['last', utf8(String(version))],
    ]);
  const names = (files: MemoryJournal) =>
    [...files.files.keys()].filter((name) => name.startsWith('journal-'));

  it('is not written anew with each change', async () => {
    const files = new MemoryJournal();
    for (const version of [1, 2, 3]) {
      const { journal, parts } = await openShort(files);
      await journal.write(persistentOf(version), partsAt(version, parts));
    }
    expect(names(files)).toEqual([FILE]);
  });

  it('is written anew when the changes are as long', async () => {
    const files = new MemoryJournal();
    const { journal } = await openShort(files);
    for (let version = 1; names(files).includes(FILE) || version === 1; version++) {
      expect(version).toBeLessThan(100);
      await journal.write(persistentOf(version), partsAt(version));
    }
    expect(names(files)).toEqual(['journal-2']);
  });
});
