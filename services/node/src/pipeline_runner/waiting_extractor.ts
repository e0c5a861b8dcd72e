/**
 * Text extraction for a synchronous thread: it asks the main thread and blocks without a turn of
 * its event loop. If a document is interrupted meanwhile (`engineStopwatch`), it is started again
 * and asks for the same file; it then continues to wait for the pending answer.
 */
import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { ApiError, fromPlainError } from '@skein/errors';
import type { Extracted } from '@skein/extraction/calls';
import type { AttachedFile } from '@skein/ingest';
import type { AwaitedExtraction, ExtractionAnswer } from './extractor_calls.js';

type Ask = (awaited: AwaitedExtraction, transfer: readonly (ArrayBuffer | MessagePort)[]) => void;

interface Awaited {
  readonly file: AttachedFile;
  readonly port: MessagePort;
  readonly state: Int32Array;
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

export class WaitingExtractor {
  readonly #maxBytes: number;
  readonly #ask: Ask;
  #awaited: Awaited | undefined;

  constructor(maxBytes: number, ask: Ask) {
    this.#maxBytes = maxBytes;
    this.#ask = ask;
  }

  get isWaiting(): boolean {
    return this.#awaited !== undefined;
  }

  extract(file: AttachedFile): Extracted {
    const before = this.#awaited;
    const { port, state } =
      before !== undefined && isSame(before.file, file) ? before : this.#begin(file);
    Atomics.wait(state, 0, 0);
    const received = receiveMessageOnPort(port);
    this.#end();
    // The document was interrupted after the answer arrived but before it was used.
    if (received === undefined) return this.extract(file);
    // The port was made for this answer alone.
    const answer = received.message as ExtractionAnswer;
    if ('error' in answer) throw fromPlainError(answer.error);
    return answer.found;
  }

  #begin(file: AttachedFile): Awaited {
    this.#end();
    const bytes = this.#bytesOf(file);
    const { port1, port2 } = new MessageChannel();
    const state = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    const { base64: _base64, ...request } = file;
    this.#ask({ request: { ...request, bytes }, port: port2, state }, [bytes.buffer, port2]);
    const awaited = { file, port: port1, state: new Int32Array(state) };
    this.#awaited = awaited;
    return awaited;
  }

  #end(): void {
    this.#awaited?.port.close();
    this.#awaited = undefined;
  }

  #bytesOf({ base64 }: AttachedFile): Uint8Array<ArrayBuffer> {
    if (!isBase64(base64)) {
      throw new ApiError('illegal_argument_exception', 'the field is not base64');
    }
    const size = Math.floor((digitsOf(base64) * 3) / 4);
    if (size > this.#maxBytes) {
      throw new ApiError(
        'illegal_argument_exception',
        `the file has [${size}] bytes, more than [ingest.attachment.max_size] allows: [${this.#maxBytes}]`,
      );
    }
    return new Uint8Array(Buffer.from(base64, 'base64'));
  }
}

/** As Java's decoder: padding may be left out, but if there is some it fills the last four. */
function isBase64(text: string): boolean {
  if (!BASE64.test(text) || digitsOf(text) % 4 === 1) return false;
  return !text.endsWith('=') || text.length % 4 === 0;
}

/** The length without padding. */
function digitsOf(base64: string): number {
  const padding = base64.indexOf('=');
  return padding < 0 ? base64.length : padding;
}

function isSame(a: AttachedFile, b: AttachedFile): boolean {
  return (
    a.base64 === b.base64 &&
    a.maxChars === b.maxChars &&
    a.resourceName === b.resourceName &&
    a.wantsLanguage === b.wantsLanguage
  );
}
