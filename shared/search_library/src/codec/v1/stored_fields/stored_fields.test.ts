import { utf8 } from '@skein/bytes';
import fc from 'fast-check';
import type { StoredDocument } from '../../../document/indexable_document.js';
import { MemoryDirectory } from '../../../store/memory_directory.js';
import { GrowableBytes } from '../../growable.js';
import { openPartOf } from '../testing/open_part.js';
import { STORED_COMPRESSIONS, type StoredCompression } from './block_compression.js';
import { StoredFieldsReader } from './stored_fields_reader.js';
import { StoredFieldsWriter } from './stored_fields_writer.js';

const compressions = Object.keys(STORED_COMPRESSIONS) as StoredCompression[];

function written(documents: readonly StoredDocument[], compression: StoredCompression) {
  const output = new GrowableBytes();
  const writer = new StoredFieldsWriter(STORED_COMPRESSIONS[compression], output);
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

test.each(compressions)(
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

test('lz4 blocks after the first 48 KiB use them as their dictionary', () => {
  const noise = Array.from({ length: 40_000 }, (_, i) =>
    ((i * 2654435761) >>> 16).toString(36),
  ).join('');
  const once = written([document(1, noise)], 'lz4').file.length;
  const twice = written([document(1, noise), document(2, noise.slice(0, 40_000))], 'lz4').file
    .length;
  expect(twice - once).toBeLessThan(2_000);
});

test.each(compressions)('%s: a changed byte is noticed', (compression) => {
  const documents = Array.from({ length: 100 }, (_, id) => document(id, 'x'.repeat(id * 50)));
  const { reader, directory, file } = written(documents, compression);
  const damaged = file.slice();
  damaged[damaged.length - 10] = (damaged[damaged.length - 10] ?? 0) ^ 1;
  directory.writeFile('_0.src', damaged);
  expect(() => reader.loadBlock(reader.blockCount - 1)).toThrow(/checksum failed/);
});
