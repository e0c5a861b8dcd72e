/** Strings indexed from the bytes of a document give the same segment as decoded strings. */
import { buildAnalysis } from '@skein/analysis';
import { utf8 } from '@skein/bytes';
import fc from 'fast-check';
import { GrowableBytes } from '../codec/growable.js';
import { STORED_COMPRESSIONS } from '../codec/v1/stored_fields/block_compression.js';
import type { IndexedField } from '../document/indexable_document.js';
import { Kernels } from '../search/kernels/kernels.js';
import { writeBuffer } from './frozen_buffer.js';
import { IndexBuffer } from './index_buffer.js';
import { SPECS } from './testing/sample_index.js';

const analyzer = buildAnalysis(new Map()).analyzer('standard');

function segmentOf(values: readonly (readonly IndexedField[])[]): Uint8Array {
  const buffer = new IndexBuffer(STORED_COMPRESSIONS.lz4);
  values.forEach((fields, i) => {
    const stored = { id: `id-${i}`, routing: undefined, source: undefined, fields: undefined };
    buffer.add({ stored, fields, version: 1, seqNo: i, primaryTerm: 1 });
  });
  const file = new GrowableBytes(0);
  writeBuffer(buffer.freeze(), { name: '_0', output: file, kernels: new Kernels() });
  return file.view().slice();
}

function rangeOf(value: string) {
  const bytes = utf8(JSON.stringify(['before', value, 'after']));
  const start = '["before","'.length;
  const end = bytes.length - '","after"]'.length;
  return { bytes, start, end, escaped: end - start !== value.length };
}

const word = fc.constantFrom('The', "dog's", 'a_b', '1.5', 'x"y', '\\', '\n', '\t', '--', 'end');
const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));

test('ASCII ranges and decoded strings make the same segment', () => {
  if (analyzer === undefined) throw new Error('no standard analyzer');
  fc.assert(
    fc.property(fc.array(fc.array(text, { maxLength: 3 }), { maxLength: 12 }), (docs) => {
      const decoded = docs.map((values) =>
        values.flatMap((value): IndexedField[] => [
          { kind: 'text', spec: SPECS.body, value, analyzer },
          { kind: 'term', spec: SPECS.tag, value },
        ]),
      );
      const ranges = docs.map((values) =>
        values.flatMap((value): IndexedField[] => [
          { kind: 'ascii_text', spec: SPECS.body, analyzer, ...rangeOf(value) },
          { kind: 'ascii_term', spec: SPECS.tag, ...rangeOf(value) },
        ]),
      );
      expect(segmentOf(ranges)).toEqual(segmentOf(decoded));
    }),
  );
});
