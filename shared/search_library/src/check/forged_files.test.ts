/**
 * Files with correct checksums and wrong content: a decoder must not hang, use unbounded memory or
 * crash the process; it must read something or throw. fast-check prints the seed of a failure.
 */
import { ByteReader, crc32 } from '@skein/bytes';
import fc from 'fast-check';
import { encodeLiveDocs } from '../codec/v1/live_docs.js';
import { openSegmentHead, readSegmentHead, verifySegmentFile } from '../codec/v1/segment_file.js';
import {
  applyLiveFile,
  decodeSoftDeletes,
  encodeSoftDeletes,
} from '../codec/v1/soft_deletes_update.js';
import { readStored } from '../codec/v1/stored_fields/stored_document.js';
import { readNewestCommit } from '../index/commit_point.js';
import { IndexWriter } from '../index/index_writer.js';
import { fullSample, toIndexable } from '../index/testing/sample_index.js';
import { MemoryDirectory } from '../store/memory_directory.js';

const FOOTER_CHECKSUM_BYTES = 4;

function sampleIndex(): MemoryDirectory {
  const directory = new MemoryDirectory();
  const writer = IndexWriter.open(directory);
  for (let i = 0; i < 40; i++) {
    writer.addDocument(toIndexable(fullSample(i), i));
  }
  writer.refresh();
  writer.deleteDocuments('id-3');
  writer.commit({ key: 'value' });
  return directory;
}

/** The bytes with some changes, and a corrected checksum at the end. */
function forged(bytes: Uint8Array, changes: readonly (readonly [number, number])[]): Uint8Array {
  const copy = bytes.slice();
  const end = copy.length - FOOTER_CHECKSUM_BYTES;
  for (const [at, value] of changes) copy[at % end] = value;
  new DataView(copy.buffer).setUint32(end, crc32(copy.subarray(0, end)), true);
  return copy;
}

/** The decoder must return a value or throw an Error. */
function survives(decode: () => unknown): void {
  try {
    decode();
  } catch (error) {
    expect(error).toBeInstanceOf(Error);
  }
}

const changes = fc.array(fc.tuple(fc.nat(1_000_000), fc.nat(255)), { minLength: 1, maxLength: 6 });

test('commits', () => {
  const directory = sampleIndex();
  const original = directory.bytes('segments_1');
  fc.assert(
    fc.property(changes, (list) => {
      directory.writeFile('segments_1', forged(original, list));
      survives(() => readNewestCommit(directory));
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ['a bit each', encodeLiveDocs(Uint32Array.of(0xffffffff, 0x7f), 40)],
  ['an update of the column', encodeSoftDeletes(Uint32Array.of(0, 7, 39), 40)],
])('live documents as %s: none that the segment does not have', (_name, original) => {
  fc.assert(
    fc.property(changes, (list) => {
      const live = Uint32Array.of(0xffffffff, 0xff);
      const expected = { docCount: 40, file: '_0_1.liv' };
      const bytes = forged(original, list);
      survives(() => applyLiveFile(live, bytes, expected));
      let docs: readonly number[] = [];
      survives(() => {
        docs = [...(decodeSoftDeletes(bytes, expected) ?? [])];
      });
      expect(docs.every((doc, i) => doc < 40 && (i === 0 || doc > docs[i - 1]))).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

test('directories of segments', () => {
  const directory = sampleIndex();
  const original = directory.bytes('_0.seg');
  const directoryStart = new DataView(original.buffer).getFloat64(original.length - 24, true);
  fc.assert(
    fc.property(changes, (list) => {
      const inDirectory = list.map(([at, value]): [number, number] => {
        return [directoryStart + (at % (original.length - 4 - directoryStart)), value];
      });
      directory.writeFile('_0.seg', forged(original, inDirectory));
      survives(() => verifySegmentFile(directory, '_0.seg'));
      survives(() => openSegmentHead(readSegmentHead(directory, '_0.seg'), '_0.seg'));
    }),
    { numRuns: 2000 },
  );
});

test('stored documents', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      survives(() => readStored(new ByteReader(bytes)));
    }),
    { numRuns: 5000 },
  );
});
