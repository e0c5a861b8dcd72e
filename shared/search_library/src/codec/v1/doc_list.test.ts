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
