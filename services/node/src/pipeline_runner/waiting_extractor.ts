/**
 * The text of files for a thread that does one thing at a time: it asks, and waits without a turn
 * of its event loop. A document that is stopped meanwhile (`engineStopwatch`) is begun again and
 * asks the same again: then it goes on waiting for what is under way.
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
    // It was stopped behind the answer and before anything was done with it.
    if (received === undefined) return this.extract(file);
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
    if (!BASE64.test(base64) || base64.length % 4 === 1) {
      throw new ApiError('illegal_argument_exception', 'the field is not base64');
    }
    const size = Math.floor((base64.replace(/=+$/, '').length * 3) / 4);
    if (size > this.#maxBytes) {
      throw new ApiError(
        'illegal_argument_exception',
        `the file has [${size}] bytes, more than [ingest.attachment.max_size] allows: [${this.#maxBytes}]`,
      );
    }
    return new Uint8Array(Buffer.from(base64, 'base64'));
  }
}

function isSame(a: AttachedFile, b: AttachedFile): boolean {
  return (
    a.base64 === b.base64 &&
    a.maxChars === b.maxChars &&
    a.resourceName === b.resourceName &&
    a.wantsLanguage === b.wantsLanguage
  );
}
