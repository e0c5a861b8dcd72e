import fc from 'fast-check';
import { DocList, packDocs } from './doc_list.js';

const opened = (docs: Uint32Array, maxDoc: number) => {
  const { width, section } = packDocs(docs, maxDoc);
  const bytes = new Uint8Array(section.buffer, section.byteOffset, section.byteLength);
  const list = new DocList(bytes, width);
  return { width, docs: Array.from(docs, (_doc, i) => list.at(i)) };
};

it.each([
  [1 << 8, 1],
  [1 << 16, 2],
  [1 << 24, 3],
  [2 ** 31, 4],
])('documents below %d take %d bytes', (maxDoc, width) => {
  fc.assert(
    fc.property(fc.array(fc.nat(maxDoc - 1), { maxLength: 50 }), (random) => {
      const docs = Uint32Array.from([maxDoc - 1, ...random, 0]);
      expect(opened(docs, maxDoc)).toEqual({ width, docs: [...docs] });
    }),
  );
});

it('documents that count up take nothing', () => {
  expect(opened(Uint32Array.of(0, 1, 2, 3), 4)).toEqual({ width: 0, docs: [0, 1, 2, 3] });
});

it.each([1 << 8, 1 << 16, 1 << 20])('bits are set of a part of documents below %d', (maxDoc) => {
  const some = fc.uniqueArray(fc.nat(maxDoc - 1), { minLength: 1, maxLength: 50 });
  const counted = fc.nat({ max: 50 }).map((count) => Array.from({ length: count }, (_, i) => i));
  fc.assert(
    fc.property(fc.oneof(some, counted), fc.nat(50), fc.nat(50), (docs, a, b) => {
      const [from, to] = [Math.min(a, docs.length), Math.min(a + b, docs.length)];
      const { width, section } = packDocs(Uint32Array.from(docs), maxDoc);
      const bytes = new Uint8Array(section.buffer, section.byteOffset, section.byteLength);
      const words = new Uint32Array(maxDoc >>> 5);
      new DocList(bytes, width).mark(words, from, to);
      const expected = new Uint32Array(maxDoc >>> 5);
      for (const doc of docs.slice(from, to)) expected[doc >>> 5] |= 1 << (doc & 31);
      expect(words).toEqual(expected);
    }),
  );
});

it('bits are set of documents of four bytes, and none beyond the set', () => {
  const docs = Uint32Array.of(70, 3, 2 ** 31 - 1, 64);
  const { width, section } = packDocs(docs, 2 ** 31);
  const words = new Uint32Array(3);
  new DocList(new Uint8Array(section.buffer), width).mark(words, 0, 3);
  expect([...words]).toEqual([8, 0, 1 << 6]);
});
