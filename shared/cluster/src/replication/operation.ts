/** Replicated operations, and the status of a copy's store. */

/**
 * An id that is new with every allocation of a copy that starts empty; a primary that reopens its
 * disk keeps it.
 */
export type AllocationId = string;

/** The sequence number before the first: there are no operations yet. */
export const NO_SEQ_NO = -1;

export interface Operation {
  readonly seqNo: number;
  /** Term of the primary that created it. */
  readonly term: number;
  /** Opaque here; `undefined` is a no-op, which only fills a sequence number. */
  readonly body: unknown;
}

/** The store's durable state at the time of the report; only `maxSeqNo` may not be durable. */
export interface StoreStatus {
  /**
   * Operations of one history can be compared by sequence number; a store that starts empty starts
   * another history.
   */
  readonly historyUuid: string | undefined;
  /** The highest term in which a primary has sent something to this store. */
  readonly term: number;
  /** Highest number of any operation, including operations that wait for confirmation. */
  readonly maxSeqNo: number;
  /** All operations up to this number are durable, without a gap. */
  readonly localCheckpoint: number;
  /** All in-sync copies have everything up to this number, as far as this copy knows. */
  readonly globalCheckpoint: number;
}
