/** The call of a pipeline thread to the main thread for the text of a file, while it waits. */
import type { MessagePort } from 'node:worker_threads';
import type { PlainError } from '@skein/errors';
import type { Extracted, ExtractionRequest } from '@skein/extraction/calls';

export interface AwaitedExtraction {
  readonly request: ExtractionRequest;
  /** Takes one `ExtractionAnswer`. */
  readonly port: MessagePort;
  /** An `Int32Array` of one: set to `ANSWERED` and notified when the answer is in the port. */
  readonly state: SharedArrayBuffer;
}

export const ANSWERED = 1;

export type ExtractionAnswer = { readonly found: Extracted } | { readonly error: PlainError };

export type ExtractorCalls = {
  readonly extract: {
    readonly request: AwaitedExtraction;
    /** Acknowledges that the request was accepted. */
    readonly reply: Readonly<Record<string, never>>;
  };
};
