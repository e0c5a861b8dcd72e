/** What a node that runs no pipelines asks of one that does. */
import type { Routes } from '@skein/transport';

export type IngestNodeCalls = {
  readonly 'ingest/run': {
    readonly request: {
      /** An `IngestRequest` without its bodies, of `encodePlain`. */
      readonly head: Uint8Array;
      readonly bodies: Uint8Array;
      /**
       * Of the sender's cluster state: the receiver has the pipelines of one that is as new at
       * least.
       */
      readonly stateVersion: number;
    };
    readonly reply: {
      /** An `IngestReply` without its bodies. */
      readonly head: Uint8Array;
      readonly bodies: Uint8Array;
    };
  };
};

const RUN_MS = 600_000;

export const INGEST_NODE_ROUTES = {
  'ingest/run': { channel: 'bulk', timeoutMs: RUN_MS },
} as const satisfies Routes & Record<keyof IngestNodeCalls, unknown>;
