/** What a thread that runs pipelines asks of the main thread while it waits: the text of a file. */
import type { MessagePort } from 'node:worker_threads';
import type { PlainError } from '@skein/errors';
import type { Extracted, ExtractionRequest } from '@skein/extraction/calls';

export interface AwaitedExtraction {
  readonly request: ExtractionRequest;
  /** Takes one `ExtractionAnswer`. */
  readonly port: MessagePort;
  /**
   * An `Int32Array` of one: set to `ANSWERED`, and whoever waits there is notified, when the answer
   * is in the port.
   */
  readonly state: SharedArrayBuffer;
}

export const ANSWERED = 1;

export type ExtractionAnswer = { readonly found: Extracted } | { readonly error: PlainError };

export type ExtractorCalls = {
  readonly extract: {
    readonly request: AwaitedExtraction;
    /** It was taken. */
    readonly reply: Readonly<Record<string, never>>;
  };
};
