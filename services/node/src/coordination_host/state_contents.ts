/**
 * The contents of the cluster states that coordination speaks of by their hashes: as parts, and as
 * the state they make. Only the newest are kept; a change that is sent to another node is made
 * against one of them.
 */
import { expectDefined } from '@skein/base';
import {
  applyPartsChange,
  type ClusterState,
  decodingPartsChange,
  hashingParts,
  hashOfParts,
  NO_PARTS,
  StateCodec,
  type StateParts,
} from '@skein/cluster';

/** Beside the one that is accepted. */
const MAX_KEPT = 16;

/** Of what a node holds that has never been in a cluster. */
const BLANK_HASH = '';

interface Content {
  readonly parts: StateParts;
  state: ClusterState | undefined;
}

export class StateContents {
  readonly #codec = new StateCodec();
  readonly #blank: ClusterState;
  /** By hash, oldest first. */
  readonly #contents = new Map<string, Content>();

  /** `blank` is the state of a node that has never been in a cluster. */
  constructor(blank: ClusterState) {
    this.#blank = blank;
    this.#contents.set(BLANK_HASH, { parts: NO_PARTS, state: blank });
  }

  /** The state's hash. `accepted` names what must not be forgotten. */
  add(state: ClusterState, accepted: string): string {
    const parts = this.#codec.encode(state);
    const hash = hashOfParts(parts);
    this.#keep(hash, { parts, state }, accepted);
    return hash;
  }

  /**
   * Does ahead what `add` would have to do for what is new in the state. Yields after each part.
   */
  *preparing(state: ClusterState): Generator<void, void> {
    yield* hashingParts(yield* this.#codec.encoding(state));
  }

  /**
   * The parts of a state that another node sent as a change of one, hashed and decoded: `state`
   * only puts together. Yields after each part.
   */
  *unpacking(before: StateParts, change: Uint8Array): Generator<void, StateParts> {
    const parts = applyPartsChange(before, yield* decodingPartsChange(change));
    yield* hashingParts(parts);
    yield* this.#codec.decoding(parts);
    return parts;
  }

  addParts(hash: string, parts: StateParts, accepted: string): void {
    this.#keep(hash, { parts, state: undefined }, accepted);
  }

  parts(hash: string): StateParts | undefined {
    return this.#contents.get(hash)?.parts;
  }

  /** Of a hash that is kept. */
  state(hash: string): ClusterState {
    const content = expectDefined(this.#contents.get(hash), `no content of state [${hash}]`);
    content.state ??= content.parts.size === 0 ? this.#blank : this.#codec.decode(content.parts);
    return content.state;
  }

  #keep(hash: string, content: Content, accepted: string): void {
    const known = this.#contents.get(hash);
    this.#contents.delete(hash);
    this.#contents.set(hash, known ?? content);
    for (const old of [...this.#contents.keys()]) {
      if (this.#contents.size <= MAX_KEPT) return;
      if (old !== accepted && old !== hash && old !== BLANK_HASH) this.#contents.delete(old);
    }
  }
}
