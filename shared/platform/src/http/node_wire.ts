/** A request that Node's parser has read. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RenderedReply } from '@skein/http';
import { awaitsContinue, discardBody, isBodyExpected, readBody } from './request_reader.js';
import { type WriteRules, writeReply } from './response_writer.js';
import type { BodyReading, Wire } from './wire.js';

/**
 * A refused request's body up to this size is read and dropped, so that the connection stays
 * usable; after a larger one it is closed.
 */
const KEPT_ALIVE_BYTES = 64 * 1024;

export class NodeWire implements Wire {
  readonly expectsBody: boolean;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.expectsBody = isBodyExpected(request);
    this.#request = request;
    this.#response = response;
  }

  readBody(options: BodyReading): Promise<Uint8Array> {
    return readBody(this.#request, this.#response, options);
  }

  endWithReply(): void {
    this.#response.setHeader('connection', 'close');
  }

  send(reply: RenderedReply, rules: WriteRules): undefined | Promise<void> {
    const isPending = this.expectsBody && !this.#request.complete;
    if (!isPending) return writeReply(this.#response, reply, { ...rules, end: true });
    if (!isSmall(this.#request)) this.endWithReply();
    return this.#sendUnread(reply, rules);
  }

  /**
   * Replies to a request whose body has not been read. A client that is still writing would get a
   * reset before it has read the response, so its data is read first.
   */
  async #sendUnread(reply: RenderedReply, rules: WriteRules): Promise<void> {
    await writeReply(this.#response, reply, { ...rules, end: false });
    if (!awaitsContinue(this.#request)) await discardBody(this.#request);
    this.#response.end();
  }

  /** Ends the connection too if the response waits behind another one. */
  destroy(): void {
    this.#response.destroy();
    this.#request.socket.destroy();
  }
}

function isSmall({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length']) <= KEPT_ALIVE_BYTES;
}
