/** What is replicated, and what a copy's store knows of itself. */

/** New with every allocation of a copy that starts empty; a primary that reopens its disk keeps it. */
export type AllocationId = string;

/** Nothing has happened yet: the sequence number before the first. */
export const NO_SEQ_NO = -1;

export interface Operation {
  readonly seqNo: number;
  /** Of the primary that made it. */
  readonly term: number;
  /** Opaque here; `undefined` is a no-op, which only fills a sequence number. */
  readonly body: unknown;
}

/** What is durable on disk when it is reported, but for `maxSeqNo`. */
export interface StoreStatus {
  /** Operations of one history can be compared by sequence number; a store that starts empty begins another. */
  readonly historyUuid: string | undefined;
  /** The highest term a primary has spoken to this store in. */
  readonly term: number;
  /** Highest number of any operation, also of those that wait for confirmation. */
  readonly maxSeqNo: number;
  /** All operations up to here are durable, without a gap. */
  readonly localCheckpoint: number;
  /** All in-sync copies have everything up to here, as far as this copy has been told. */
  readonly globalCheckpoint: number;
}
