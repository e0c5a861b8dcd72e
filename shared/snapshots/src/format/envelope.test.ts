import { randomBytes } from 'node:crypto';
import { crc32, utf8 } from '@skein/bytes';
import fc from 'fast-check';
import {
  KIND,
  Malformed,
  MOST_PAYLOAD_BYTES,
  mostSealedBytes,
  openEnvelope,
  sealEnvelope,
} from './envelope.js';

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

test.each(Object.entries(KIND))(
  '%s longer than it may be is neither written nor read',
  (_, kind) => {
    const most = MOST_PAYLOAD_BYTES[kind];
    const sealed = sealEnvelope(kind, utf8('short'), true);
    const view = new DataView(sealed.buffer);
    view.setUint32(LENGTH_AT, most + 1, true);
    view.setUint32(sealed.length - 4, crc32(sealed.subarray(0, -4)), true);
    const reason = `it would be [${most + 1}] bytes long, and may be [${most}] at most`;
    expect(() => openEnvelope(kind, sealed)).toThrow(new Malformed(reason));
    // These bytes exist only in the page table: none is read before the length is refused.
    expect(() => sealEnvelope(kind, new Uint8Array(most + 1), false)).toThrow(
      new Malformed(reason),
    );
  },
);

test('what cannot be compressed is not longer than a blob may be', () => {
  const noise = randomBytes(MOST_PAYLOAD_BYTES[KIND.latest]);
  for (const isCompressed of [false, true]) {
    const sealed = sealEnvelope(KIND.latest, noise, isCompressed);
    expect(sealed.length).toBeLessThanOrEqual(mostSealedBytes(KIND.latest));
    expect([...openEnvelope(KIND.latest, sealed)]).toEqual([...noise]);
  }
});

/** The offset of the payload's length. */
const LENGTH_AT = 11;
