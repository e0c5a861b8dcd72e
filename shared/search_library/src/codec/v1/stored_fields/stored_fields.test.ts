import { utf8 } from '@skein/bytes';
import fc from 'fast-check';
import type { StoredDocument } from '../../../document/indexable_document.js';
import { MemoryDirectory } from '../../../store/memory_directory.js';
import { GrowableBytes } from '../../growable.js';
import { openPartOf } from '../testing/open_part.js';
import { compressionOf, STORED_COMPRESSIONS } from './block_compression.js';
import { StoredFieldsReader } from './stored_fields_reader.js';
import { StoredFieldsWriter } from './stored_fields_writer.js';

const { lz4, zstd } = STORED_COMPRESSIONS;
const compressions = { lz4, zstd, 'lz4 with blocks of 16 KiB': compressionOf(1) ?? zstd };
type Compression = keyof typeof compressions;
const NAMES = Object.keys(compressions) as Compression[];

function written(documents: readonly StoredDocument[], compression: Compression) {
  const output = new GrowableBytes();
  const writer = new StoredFieldsWriter(compressions[compression], output);
  for (const document of documents) writer.add(document);
  const part = writer.finish();
  const file = output.view();
  const directory = new MemoryDirectory();
  directory.writeFile('_0.src', file);
  const segment = openPartOf({ docCount: documents.length, fields: [], stored: part });
  const reader = new StoredFieldsReader(segment.file, directory);
  reader.place(segment.stored);
  return { reader, directory, file };
}

const document = (id: number, text: string): StoredDocument => ({
  id: String(id),
  routing: id % 3 === 0 ? `r${id}` : undefined,
  source: utf8(JSON.stringify({ id, text })),
  fields: id % 5 === 0 ? { count: [id, 2n ** 60n] } : undefined,
});

test.each(NAMES)(
  '%s: documents come back in any order, before and after the dictionary',
  (compression) => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 3000, unit: 'binary' }), { minLength: 1, maxLength: 400 }),
        fc.infiniteStream(fc.nat()),
        (texts, picks) => {
          const documents = texts.map((text, id) => document(id, text));
          const { reader } = written(documents, compression);
          for (let i = 0; i < 50; i++) {
            const doc = (picks.next().value as number) % documents.length;
            const read = reader.read(doc);
            expect({ ...read, source: read.source && [...read.source] }).toEqual({
              ...documents[doc],
              source: [...(documents[doc]?.source ?? [])],
            });
          }
        },
      ),
      { numRuns: 20 },
    );
  },
);

/** Replaces what opens blocks by one that gives `step` bytes more than it is asked for. */
function openPieceByPiece(step: number): { ready: number; length: number }[] {
  const opened: { ready: number; length: number }[] = [];
  jest.spyOn(lz4, 'open').mockImplementation((packed, length, dictionary) => {
    const whole = lz4.decompress(packed, length, dictionary);
    const bytes = new Uint8Array(length).fill(0xff);
    const block = { ready: 0, length };
    opened.push(block);
    const upTo = (wanted: number) => {
      block.ready = Math.max(block.ready, Math.min(length, wanted + step));
      bytes.set(whole.subarray(0, block.ready));
      return block.ready;
    };
    return { bytes, upTo };
  });
  return opened;
}

afterEach(() => {
  jest.restoreAllMocks();
});

test('blocks that are decompressed piece by piece give the same documents', () => {
  const texts = fc.array(fc.string({ maxLength: 2000 }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(texts, fc.nat(40), fc.boolean(), (all, step, hasFields) => {
      const documents = all.map((text, id) => {
        const made = document(id, text);
        return hasFields ? made : { ...made, fields: undefined };
      });
      const opened = openPieceByPiece(step);
      const { reader } = written(documents, 'lz4');
      documents.forEach((expected, doc) => {
        const read = reader.read(doc);
        expect({ ...read, source: read.source && [...read.source] }).toEqual({
          ...expected,
          source: [...(expected.source ?? [])],
        });
      });
      expect(opened.length).toBeGreaterThan(0);
    }),
    { numRuns: 30 },
  );
});

test('a document near the beginning of its block leaves the rest of it packed', () => {
  const documents = Array.from({ length: 60 }, (_, id) => ({
    ...document(id, 'x'.repeat(500)),
    fields: undefined,
  }));
  const opened = openPieceByPiece(0);
  const { reader } = written(documents, 'lz4');
  expect(reader.read(2).id).toBe('2');
  // The blocks before it are those of the dictionary.
  const block = opened.at(-1);
  expect(block?.length).toBeGreaterThan(8_000);
  expect(block?.ready).toBeLessThan(4_000);
});

test('lz4 blocks after the first 56 KiB use them as their dictionary', () => {
  const noise = Array.from({ length: 40_000 }, (_, i) =>
    ((i * 2654435761) >>> 16).toString(36),
  ).join('');
  const once = written([document(1, noise)], 'lz4').file.length;
  const twice = written([document(1, noise), document(2, noise.slice(0, 40_000))], 'lz4').file
    .length;
  expect(twice - once).toBeLessThan(2_000);
});

test.each(NAMES)('%s: a changed byte is noticed', (compression) => {
  const documents = Array.from({ length: 100 }, (_, id) => document(id, 'x'.repeat(id * 50)));
  const { reader, directory, file } = written(documents, compression);
  const damaged = file.slice();
  damaged[damaged.length - 10] = (damaged[damaged.length - 10] ?? 0) ^ 1;
  directory.writeFile('_0.src', damaged);
  expect(() => reader.loadBlock(reader.blockCount - 1)).toThrow(/checksum failed/);
});
