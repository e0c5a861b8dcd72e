/**
 * Proof that an end knows the cluster's secret: a keyed hash over the challenges of both ends, the
 * accompanying message and, under TLS, a value unique to the connection, so that a proof cannot be
 * reused on another connection. The hash itself comes from `platform`.
 */
import { ByteWriter, utf8 } from '@skein/bytes';
import { ApiError } from '@skein/errors';

export type Side = 'initiator' | 'acceptor';

export interface Prover {
  /** The proof of this node as `side` of the connection. */
  prove(side: Side, transcript: Uint8Array): Uint8Array;
  /** True if the other end, as `side`, knows a key that is accepted now. Takes constant time. */
  verify(side: Side, transcript: Uint8Array, proof: Uint8Array): boolean;
}

/**
 * The prover without a secret, for clusters whose certificates decide who may join. It also refuses
 * a peer that proves a secret, since the secret is missing here.
 */
export const openProver: Prover = {
  prove: () => new Uint8Array(0),
  verify: (_side, _transcript, proof) => proof.length === 0,
};

/** The bytes to prove. They include lengths, so that no two transcripts are equal. */
export function transcript(parts: {
  /** The challenges of both ends. */
  readonly initiator: Uint8Array;
  readonly acceptor: Uint8Array;
  readonly binding: Uint8Array;
  /** The message that accompanies the proof. */
  readonly words: Uint8Array;
}): Uint8Array {
  const writer = new ByteWriter();
  const label = utf8('skein transport 2');
  const { initiator, acceptor, binding, words } = parts;
  for (const part of [label, initiator, acceptor, binding, words]) writer.byteArray(part);
  return writer.toBytes();
}

/** The encoding `u8 length of the proof | proof | words`. */
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
