/**
 * Proof that both ends know the cluster's secret: a keyed hash over everything said so far, the nonces of both and, under TLS, a value
 * only this connection has, so that a proof cannot be carried to another connection. The hash itself comes from `platform`.
 */
import { ByteWriter, utf8 } from '@skein/bytes';

export type Side = 'initiator' | 'acceptor';

export interface Prover {
  /** The proof of this node as `side` of the connection. */
  prove(side: Side, transcript: Uint8Array): Uint8Array;
  /** Whether the other end, as `side`, knows a key that is accepted now. In constant time. */
  verify(side: Side, transcript: Uint8Array, proof: Uint8Array): boolean;
}

/** No secret: for loopback, and where certificates say who may join. Also refuses whoever proves something: its secret is missing here. */
export const openProver: Prover = {
  prove: () => new Uint8Array(0),
  verify: (_side, _transcript, proof) => proof.length === 0,
};

/** What both ends have said, with lengths, so that no two conversations read alike. */
export function transcript(parts: {
  readonly initiatorHello: Uint8Array;
  readonly acceptorHello: Uint8Array;
  readonly binding: Uint8Array;
}): Uint8Array {
  const writer = new ByteWriter();
  const label = utf8('skein transport 1');
  for (const part of [label, parts.initiatorHello, parts.acceptorHello, parts.binding]) {
    writer.byteArray(part);
  }
  return writer.toBytes();
}
