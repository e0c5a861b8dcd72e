/** What a node says of its part in the agreement. */
import type { ClusterState, VotingConfig } from '@skein/cluster';

/** A folder of files that grow by durable appends. Calls come one at a time. */
export interface JournalFiles {
  /** Of all files there are. */
  names(): Promise<readonly string[]>;
  /** Undefined when there is no such file. */
  read(name: string): Promise<Uint8Array | undefined>;
  /** Resolves when the bytes survive a power cut. */
  append(name: string, bytes: Uint8Array): Promise<void>;
  truncate(name: string, length: number): Promise<void>;
  /**
   * A small file as it was last replaced: the old bytes or the new ones, never a mixture. Rejects
   * when it is damaged.
   */
  load(name: string): Promise<Uint8Array | undefined>;
  replace(name: string, payload: Uint8Array): Promise<void>;
  /** A small file as a whole, without a word on when it survives a power cut. */
  note(name: string, bytes: Uint8Array): Promise<void>;
  /** Silent when it is not there. */
  remove(name: string): Promise<void>;
  close(): Promise<void>;
}

/** What the elected master's desk asks of the agreement. */
export interface Agreement {
  term(): number;
  /** The state that was accepted last. */
  acceptedState(): ClusterState;
  /**
   * The voting configuration that the next state should bring in, and whether it is another than
   * now.
   */
  nextConfig(next: ClusterState): { readonly config: VotingConfig; readonly isChange: boolean };
  /** Work on a large change that would stop everything else if `propose` had to do it at once. */
  prepare(next: ClusterState): Promise<void>;
  /** Publishes a state built upon the accepted one. What becomes of it is told by events. */
  propose(next: ClusterState, config: VotingConfig): void;
}
