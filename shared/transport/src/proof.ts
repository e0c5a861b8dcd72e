/**
 * Proof that an end knows the cluster's secret: a keyed hash over the challenges of both ends, what is said with it and, under TLS, a value only
 * this connection has, so that a proof cannot be carried to another connection. The hash itself comes from `platform`.
 */
import { ByteWriter, utf8 } from '@skein/bytes';
import { ApiError } from '@skein/errors';

export type Side = 'initiator' | 'acceptor';

export interface Prover {
  /** The proof of this node as `side` of the connection. */
  prove(side: Side, transcript: Uint8Array): Uint8Array;
  /** Whether the other end, as `side`, knows a key that is accepted now. In constant time. */
  verify(side: Side, transcript: Uint8Array, proof: Uint8Array): boolean;
}

/** No secret: where certificates say who may join. Also refuses whoever proves something: its secret is missing here. */
export const openProver: Prover = {
  prove: () => new Uint8Array(0),
  verify: (_side, _transcript, proof) => proof.length === 0,
};

/** With lengths, so that no two conversations read alike. */
export function transcript(parts: {
  /** Challenges. */
  readonly initiator: Uint8Array;
  readonly acceptor: Uint8Array;
  readonly binding: Uint8Array;
  /** What is said with the proof. */
  readonly words: Uint8Array;
}): Uint8Array {
  const writer = new ByteWriter();
  const label = utf8('skein transport 2');
  const { initiator, acceptor, binding, words } = parts;
  for (const part of [label, initiator, acceptor, binding, words]) writer.byteArray(part);
  return writer.toBytes();
}

/** `u8 length of the proof | proof | words` */
export function sealed(proof: Uint8Array, words: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(1 + proof.length + words.length);
  bytes[0] = proof.length;
  bytes.set(proof, 1);
  bytes.set(words, 1 + proof.length);
  return bytes;
}

export function openSealed(bytes: Uint8Array): {
  readonly proof: Uint8Array;
  readonly words: Uint8Array;
} {
  const [length = 0] = bytes;
  if (bytes.length < 1 + length) {
    throw new ApiError('corrupt_state_exception', 'broken hello: it ends within its proof');
  }
  return { proof: bytes.subarray(1, 1 + length), words: bytes.subarray(1 + length) };
}
