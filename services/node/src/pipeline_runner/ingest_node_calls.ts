/** The call of a node without the ingest role to one that has it. */
import type { PlainBytes } from '@skein/bytes';
import type { IngestReply, IngestRequest } from '@skein/ingest/calls';
import type { Routes } from '@skein/transport';

export type IngestNodeCalls = {
  readonly 'ingest/run': {
    readonly request: {
      readonly head: PlainBytes<Omit<IngestRequest, 'bodies'>>;
      readonly bodies: Uint8Array;
      /**
       * Version of the sender's cluster state; the receiver uses the pipelines of a state at least
       * as new.
       */
      readonly stateVersion: number;
    };
    readonly reply: {
      readonly head: PlainBytes<Omit<IngestReply, 'bodies'>>;
      readonly bodies: Uint8Array;
    };
  };
};

const RUN_MS = 600_000;

export const INGEST_NODE_ROUTES = {
  'ingest/run': { channel: 'bulk', timeoutMs: RUN_MS },
} as const satisfies Routes & Record<keyof IngestNodeCalls, unknown>;
