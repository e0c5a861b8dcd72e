import { utf8 } from '@skein/bytes';
import fc from 'fast-check';
import { KIND, Malformed, openEnvelope, sealEnvelope } from './envelope.js';

test.each([false, true])('gives back what was put in, compressed: %s', (isCompressed) => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), (payload) => {
      const sealed = sealEnvelope(KIND.shardList, payload, isCompressed);
      expect([...openEnvelope(KIND.shardList, sealed)]).toEqual([...payload]);
    }),
  );
});

test.each([false, true])(
  'any byte that is changed or lost is noticed, compressed: %s',
  (isCompressed) => {
    const sealed = sealEnvelope(KIND.root, utf8('a root, a root, a root, a root'), isCompressed);
    for (let at = 0; at < sealed.length; at++) {
      for (const bit of [1, 0x80]) {
        const changed = sealed.slice();
        changed[at] = (changed[at] ?? 0) ^ bit;
        expect(() => openEnvelope(KIND.root, changed)).toThrow(Malformed);
      }
      expect(() => openEnvelope(KIND.root, sealed.subarray(0, at))).toThrow(Malformed);
    }
  },
);

test('tells what is wrong', () => {
  const sealed = sealEnvelope(KIND.root, utf8('a root'), false);
  expect(() => openEnvelope(KIND.details, sealed)).toThrow('it is of kind [1] and not [2]');
  expect(() => openEnvelope(KIND.root, utf8('<html>not found</html>'))).toThrow(
    'it is no metadata',
  );
});
