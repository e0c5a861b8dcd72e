/**
 * The omniscient record of a coordination run: every state ever published and its fate. It receives
 * each event as it happens and throws at the first that breaks an invariant
 * (docs/specs/coordination.md, C1 to C7).
 *
 * A state is *chosen* from the moment a majority of both configurations has sent its
 * acknowledgement, even if nobody knows it yet. From then on every state of a later term must
 * descend from it; that is checked at each publication, long before a client would notice.
 */
import {
  isQuorum,
  type NodeId,
  type PersistentState,
  type PublishedState,
  sameConfig,
} from '@skein/cluster';
import { must } from '../violation.js';

interface Entry {
  readonly state: PublishedState;
  /** The state that it was built upon; `undefined` for the first of a cluster. */
  readonly parent: Entry | undefined;
  readonly acks: Set<NodeId>;
  chosen: boolean;
  committed: boolean;
}

export class Ledger {
  readonly #byHash = new Map<string, Entry>();
  readonly #byTermAndVersion = new Map<string, Entry>();
  readonly #publisher = new Map<number, NodeId>();
  readonly #firstOfTerm = new Map<number, Entry>();
  readonly #appliedHash = new Map<number, string>();
  readonly #lastApplied = new Map<NodeId, number>();
  readonly #promised = new Map<NodeId, { term: number; version: number }>();
  #newestChosen: Entry | undefined;

  /** Records a proposal that is about to be made upon `base`. */
  proposed(state: PublishedState, base: PublishedState): void {
    const parent = this.#byHash.get(base.hash);
    const entry = { state, parent, acks: new Set<NodeId>(), chosen: false, committed: false };
    this.#byHash.set(state.hash, entry);
  }

  published(node: NodeId, state: PublishedState): void {
    const { term, version, hash } = state;
    const publisher = this.#publisher.get(term) ?? node;
    must(publisher === node, 'C1', () => `${publisher} and ${node} publish in term ${term}`);
    this.#publisher.set(term, node);
    const entry = this.#entry(hash);
    const key = `${term}:${version}`;
    const known = this.#byTermAndVersion.get(key) ?? entry;
    must(known === entry, 'C2', () => `two states are term ${term} version ${version}`);
    this.#byTermAndVersion.set(key, entry);
    if (!this.#firstOfTerm.has(term)) this.#firstOfTerm.set(term, entry);
    const chosen = this.#newestChosen;
    if (chosen && chosen.state.term < term) this.#mustDescend(entry, chosen);
  }

  /** Checks an acknowledgement that leaves its node. */
  acknowledged(node: NodeId, term: number, version: number, disk: PersistentState): void {
    const { accepted } = disk;
    const durable = accepted.term > term || (accepted.term === term && accepted.version >= version);
    must(durable, 'C6', () => `${node} acknowledges ${term}:${version} before it is durable`);
    this.#promised.set(node, { term, version });
    const entry = this.#byTermAndVersion.get(`${term}:${version}`);
    must(entry !== undefined, 'C2', () => `${node} acknowledges an unknown ${term}:${version}`);
    if (!entry || entry.chosen) return;
    entry.acks.add(node);
    if (this.#hasQuorums(entry)) this.#choose(entry);
  }

  joinSent(node: NodeId, term: number, disk: PersistentState): void {
    must(disk.currentTerm >= term, 'C6', () => `${node} votes in ${term} before it is durable`);
  }

  committed(node: NodeId, term: number, version: number): void {
    const entry = this.#byTermAndVersion.get(`${term}:${version}`);
    const enough = entry !== undefined && this.#hasQuorums(entry);
    must(enough, 'C5', () => `${node} commits ${term}:${version} without both quorums`);
    if (entry) entry.committed = true;
  }

  applied(node: NodeId, { version, hash, term }: PublishedState): void {
    const entry = this.#entry(hash);
    must(entry.committed, 'C3', () => `${node} applies ${term}:${version}, never committed`);
    const known = this.#appliedHash.get(version) ?? hash;
    must(known === hash, 'C4', () => `two states are applied as version ${version}`);
    this.#appliedHash.set(version, hash);
    const last = this.#lastApplied.get(node) ?? 0;
    must(version >= last, 'C4', () => `${node} applies ${version} after ${last}`);
    this.#lastApplied.set(node, version);
  }

  /** Checks a write that has become durable. */
  persisted(node: NodeId, before: PersistentState, after: PersistentState): void {
    must(after.currentTerm >= before.currentTerm, 'C6', () => `${node}'s term falls`);
    must(
      after.accepted.term <= after.currentTerm,
      'C6',
      () => `${node} is behind what it accepted`,
    );
    const { term, version } = this.#promised.get(node) ?? { term: 0, version: 0 };
    const { accepted } = after;
    const kept = accepted.term > term || (accepted.term === term && accepted.version >= version);
    must(kept, 'C6', () => `${node} forgets ${term}:${version}, which it acknowledged`);
    const sameUuid = before.clusterUuid === '' || before.clusterUuid === after.clusterUuid;
    must(sameUuid, 'C7', () => `${node} moves to another cluster`);
  }

  #entry(hash: string): Entry {
    const entry = this.#byHash.get(hash);
    must(entry !== undefined, 'C2', () => `nobody proposed ${hash}`);
    return entry;
  }

  /**
   * True when majorities acknowledged of the configuration in use, of the one that the state brings
   * in, and of the one that it replaces.
   */
  #hasQuorums({ state, acks, parent }: Entry): boolean {
    const replaced = parent?.state.acceptedConfig ?? state.acceptedConfig;
    return (
      isQuorum(state.acceptedConfig, acks) &&
      isQuorum(state.committedConfig, acks) &&
      (sameConfig(replaced, state.acceptedConfig) || isQuorum(replaced, acks))
    );
  }

  #choose(entry: Entry): void {
    entry.chosen = true;
    const { term, version } = entry.state;
    for (const [laterTerm, first] of this.#firstOfTerm) {
      if (laterTerm > term) this.#mustDescend(first, entry);
    }
    const newest = this.#newestChosen;
    if (newest && newest.state.version > version) this.#mustDescend(newest, entry);
    else {
      if (newest) this.#mustDescend(entry, newest);
      this.#newestChosen = entry;
    }
  }

  #mustDescend(entry: Entry, ancestor: Entry): void {
    let at: Entry | undefined = entry;
    while (at && at.state.version > ancestor.state.version) at = at.parent;
    must(at === ancestor, 'C3', () => `${name(entry)} loses the chosen ${name(ancestor)}`);
  }
}

function name({ state: { term, version } }: Entry): string {
  return `${term}:${version}`;
}
