/**
 * Sends cluster states to other nodes as changes since a state they have, and receives them. A
 * large state is processed a few milliseconds at a time.
 */
import { inSlices, type Log, type Turns } from '@skein/base';
import {
  changeOfParts,
  encodingPartsChange,
  hashOfParts,
  NO_PARTS,
  type PublishedState,
} from '@skein/cluster';
import { ApiError, asApiError } from '@skein/errors';
import type { NodeLinks } from '../node_links/mod.js';
import type { CoordinationCalls, PublishReply, PublishRequest } from './coordination_calls.js';
import type { StateContents } from './state_contents.js';

const NO_BYTES = new Uint8Array(0);

export interface ReceivedStates {
  readonly full: number;
  readonly incompatible: number;
  readonly compatible: number;
}

interface PublisherParts extends Turns {
  readonly links: NodeLinks<CoordinationCalls>;
  readonly contents: StateContents;
  readonly log: Log;
  /** Hash of the state this node has accepted. */
  readonly accepted: () => string;
  readonly received: (from: string, state: PublishedState) => void;
}

export class Publisher {
  readonly #parts: PublisherParts;
  /** The hash that each node acknowledged last. */
  readonly #held = new Map<string, string>();
  readonly #received = { full: 0, incompatible: 0, compatible: 0 };
  /** States are received one after another, because a change may be based on the previous one. */
  #receiving: Promise<unknown> = Promise.resolve();
  /** Encoded changes to the state that is being published, by base. */
  #encoded:
    | { readonly hash: string; readonly byBase: Map<string, Promise<Uint8Array>> }
    | undefined;

  constructor(parts: PublisherParts) {
    this.#parts = parts;
    parts.links.handle('coordination/publish', (request, { from }) => {
      const received = this.#receiving.then(() => this.#receive(from.nodeId, request));
      this.#receiving = received.catch(() => undefined);
      return received;
    });
  }

  /**
   * Counts of received states: whole ones, changes with an unknown base, and changes with a known
   * base.
   */
  get received(): ReceivedStates {
    return { ...this.#received };
  }

  /** Records that the node has this state. */
  acknowledged(nodeId: string, hash: string): void {
    this.#held.set(nodeId, hash);
  }

  forget(nodeId: string): void {
    this.#held.delete(nodeId);
  }

  /**
   * Sends the state. If the node cannot be reached the state is lost; it is sent again when the
   * node is found to be behind.
   */
  async send(nodeId: string, published: PublishedState): Promise<void> {
    const { links, log } = this.#parts;
    try {
      const base = this.#held.get(nodeId);
      const request = await this.#request(published, base);
      const { needsWhole } = await links.call(nodeId, 'coordination/publish', request);
      if (!needsWhole) return;
      this.forget(nodeId);
      if (request.base === undefined) throw whole(nodeId);
      const all = await this.#request(published, undefined);
      const answer = await links.call(nodeId, 'coordination/publish', all);
      if (answer.needsWhole) throw whole(nodeId);
    } catch (failure) {
      const { version } = published;
      log.debug('publication not delivered', {
        nodeId,
        version,
        reason: asApiError(failure).reason,
      });
    }
  }

  async #request(
    { bytes: _bytes, ...envelope }: PublishedState,
    base: string | undefined,
  ): Promise<PublishRequest> {
    const known = base === undefined ? undefined : this.#parts.contents.parts(base);
    const change = await this.#change(envelope.hash, known === undefined ? undefined : base);
    return { envelope, base: known === undefined ? undefined : base, change };
  }

  #change(hash: string, base: string | undefined): Promise<Uint8Array> {
    if (this.#encoded?.hash !== hash) this.#encoded = { hash, byBase: new Map() };
    const { byBase } = this.#encoded;
    const known = byBase.get(base ?? '');
    if (known !== undefined) return known;
    const { contents } = this.#parts;
    const before = base === undefined ? NO_PARTS : (contents.parts(base) ?? NO_PARTS);
    const change = changeOfParts(before, contents.parts(hash) ?? NO_PARTS);
    const made = inSlices(encodingPartsChange(change), this.#parts);
    byBase.set(base ?? '', made);
    return made;
  }

  async #receive(from: string, { envelope, base, change }: PublishRequest): Promise<PublishReply> {
    const { contents, accepted, received } = this.#parts;
    const { hash } = envelope;
    if (contents.parts(hash) === undefined) {
      const before = base === undefined ? NO_PARTS : contents.parts(base);
      if (before === undefined) return this.#needsWhole();
      const parts = await inSlices(contents.unpacking(before, change), this.#parts);
      if (hashOfParts(parts) !== hash) {
        this.#parts.log.warn('cluster state with an unexpected hash', { from, hash, base });
        return this.#needsWhole();
      }
      contents.addParts(hash, parts, accepted());
      if (base === undefined) this.#received.full++;
      else this.#received.compatible++;
    }
    received(from, { ...envelope, bytes: NO_BYTES });
    return { needsWhole: false };
  }

  #needsWhole(): PublishReply {
    this.#received.incompatible++;
    return { needsWhole: true };
  }
}

function whole(nodeId: string): ApiError {
  return new ApiError('corrupt_state_exception', `node [${nodeId}] computes another hash`);
}
