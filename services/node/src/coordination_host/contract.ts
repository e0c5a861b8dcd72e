/** The interfaces of coordination, and of its files. */
import type { ClusterState, VotingConfig } from '@skein/cluster';

/** A folder of files that grow by durable appends. Calls come one at a time. */
export interface JournalFiles {
  /** The names of all existing files. */
  names(): Promise<readonly string[]>;
  /** Undefined if the file does not exist. */
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
  /** Writes a small file as a whole, without waiting until it is durable. */
  note(name: string, bytes: Uint8Array): Promise<void>;
  /** Does nothing if the file does not exist. */
  remove(name: string): Promise<void>;
  close(): Promise<void>;
}

/** The interface of coordination for the elected master. */
export interface Agreement {
  term(): number;
  /** The state accepted last. */
  acceptedState(): ClusterState;
  /** The voting configuration for the next state, and whether it differs from the current one. */
  nextConfig(next: ClusterState): { readonly config: VotingConfig; readonly isChange: boolean };
  /** Encodes a large change in slices, so that `propose` does not block everything else. */
  prepare(next: ClusterState): Promise<void>;
  /** Publishes a state built upon the accepted one. Events tell its result. */
  propose(next: ClusterState, config: VotingConfig): void;
}
