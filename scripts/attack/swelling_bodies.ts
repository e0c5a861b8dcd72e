/**
 * Sends small bodies that decompress to large ones: a compressed filler, nested compression, many
 * of them at once. The node refuses them before they are decompressed in full.
 */
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { type Attack, mustHold } from './attack.ts';

const MEGABYTE = 1024 * 1024;

const WAYS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: (bytes) => gzipSync(bytes),
  deflate: (bytes) => deflateSync(bytes),
  br: (bytes) => brotliCompressSync(bytes),
  zstd: (bytes) => zstdCompressSync(bytes),
  'gzip, gzip': (bytes) => gzipSync(gzipSync(bytes)),
};

export const swellingBodies: Attack = {
  name: 'swelling_bodies',
  claim: 'a small body that becomes a large one is refused, and costs no more than it may',
  round: async (ground, dice) => {
    const { url } = await ground.node();
    const [encoding, way] = dice.pick(Object.entries(WAYS));
    const filler = dice.pick([' ', '0', '\n', '{}\n']);
    const size = dice.pick([20, 150]) * MEGABYTE;
    const swollen = Buffer.alloc(size, filler);
    const body = way(swollen);
    const path = dice.pick(['/swell/_search', '/_bulk', '/_msearch', '/swell/_doc']);
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
    const asked = Array.from({ length: dice.pick([1, 8]) }, async () => {
      const answer = await fetch(`${url}${path}`, {
        method: 'POST',
        headers,
        body: new Uint8Array(body),
      }).catch(() => undefined);
      await answer?.arrayBuffer();
      return answer?.status;
    });
    for (const status of await Promise.all(asked)) {
      const isRefused = status === undefined || (status >= 400 && status < 500) || status === 503;
      mustHold(
        isRefused,
        () =>
          `${body.length} bytes (${encoding}) that become ${size} of ${JSON.stringify(filler)} at ${path}: ${status}`,
      );
    }
  },
};
