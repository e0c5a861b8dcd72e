import fc from 'fast-check';
import { Sha256, sha256 } from './sha256.js';
import { utf8 } from './utf8.js';

test('gives the digests of FIPS 180-4', () => {
  expect(sha256(utf8('abc'))).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
  expect(sha256(new Uint8Array(0))).toBe(
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  );
});

test('pieces have the digest of the whole', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 200 })), (pieces) => {
      const hash = new Sha256();
      for (const piece of pieces) hash.update(piece);
      expect(hash.hex()).toBe(sha256(new Uint8Array(Buffer.concat(pieces))));
    }),
  );
});
