/**
 * The contents of the cluster states that coordination identifies by hash: as parts, and as the
 * decoded state. Only the newest are kept; a change sent to another node is based on one of them.
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

/** Limit of kept states beside the accepted one. */
const MAX_KEPT = 16;

/** Hash of the blank state of a node that was never in a cluster. */
const BLANK_HASH = '';

interface Content {
  readonly parts: StateParts;
  state: ClusterState | undefined;
}

export class StateContents {
  readonly #codec = new StateCodec();
  readonly #blank: ClusterState;
  /** Contents by hash, oldest first. */
  readonly #contents = new Map<string, Content>();

  /** `blank` is the state of a node that was never in a cluster. */
  constructor(blank: ClusterState) {
    this.#blank = blank;
    this.#contents.set(BLANK_HASH, { parts: NO_PARTS, state: blank });
  }

  /** Adds a state and returns its hash. `accepted`: the hash that must be kept. */
  add(state: ClusterState, accepted: string): string {
    const parts = this.#codec.encode(state);
    const hash = hashOfParts(parts);
    this.#keep(hash, { parts, state }, accepted);
    return hash;
  }

  /** Does the work of `add` for new parts of the state in advance. Yields after each part. */
  *preparing(state: ClusterState): Generator<void, void> {
    yield* hashingParts(yield* this.#codec.encoding(state));
  }

  /**
   * The parts of a state received as a change, already hashed and decoded, so that `state` only
   * assembles them. Yields after each part.
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

  /** The state with a kept hash. */
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
