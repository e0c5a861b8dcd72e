/**
 * A connection whose requests have been short so far (`short_head.ts`). A short request costs no
 * stream, no parser and no event of its own: its bytes are looked through once and the exchange
 * runs in the same turn. With the first request that is not short, the connection goes to Node's
 * parser for good, with all bytes that have not been answered yet.
 */
import type { Socket } from 'node:net';
import { plainBytes } from '@skein/bytes';
import type { RenderedReply } from '@skein/http';
import { answerBrokenRequest } from './broken_request.js';
import type { Exchange } from './exchange.js';
import { discardBody } from './request_reader.js';
import { drained, type WriteRules, writeReply } from './response_writer.js';
import { ShortBody } from './short_body.js';
import type { ShortHead, ShortHeads } from './short_head.js';
import { ShortResponse } from './short_response.js';
import type { StalledConnections } from './stalled_connections.js';
import type { BodyReading, Wire } from './wire.js';

/**
 * A body that does not arrive together with its head is awaited for this long, since many clients
 * write the two one after the other. Then Node's parser gets the request, which may be refused
 * without its body. A longer body is read in pieces once the request is admitted.
 */
const AWAITED_MS = 5;
const MAX_AWAITED_BYTES = 64 * 1024;

const NO_BYTES = Buffer.alloc(0);

/** A request that began: the exchange and the promise of its end, if it has not ended yet. */
export interface Begun {
  readonly exchange: Pick<Exchange, 'abort'>;
  readonly ended: undefined | Promise<void>;
}

export interface ShortRules {
  readonly heads: ShortHeads;
  /** Limit of a body that this path takes. */
  readonly maxBodyBytes: number;
  /** Seconds for which a connection without requests stays, as clients are told. */
  readonly idleSeconds: number;
  /** `undefined` if the request is for Node's parser; nothing has been done then. */
  readonly begin: (socket: Socket, head: ShortHead, wire: ShortWire) => Begun | undefined;
  /** True if connections end with the request that they have. */
  readonly isDraining: () => boolean;
  /** Gives a connection to Node's parser. */
  readonly handOver: (socket: Socket) => void;
  /** Called when the connection has ended or was handed over. */
  readonly gone: (connection: ShortConnection) => void;
}

export class ShortConnection {
  readonly #socket: Socket;
  readonly #rules: ShortRules;
  /** Bytes of a request that is not whole or has to wait. */
  #early: Buffer | undefined;
  /** Runs while a body is awaited. */
  #waiting: NodeJS.Timeout | undefined;
  #exchange: Begun['exchange'] | undefined;
  /** The body of the exchange, if it comes in pieces. */
  #body: ShortBody | undefined;
  #isEnding = false;
  /** Number of checks since the last request, or since the connection began. */
  #quietChecks = 0;

  constructor(socket: Socket, rules: ShortRules) {
    this.#socket = socket;
    this.#rules = rules;
    socket.on('data', this.#receive);
    socket.on('end', this.#end);
    socket.on('error', this.#fail);
    socket.on('close', this.#close);
  }

  get isIdle(): boolean {
    return this.#exchange === undefined && this.#early === undefined;
  }

  /**
   * Called at regular intervals. Ends the connection if no request runs and the client has sent
   * none for more than `idleChecks` calls.
   */
  checkTimes(idleChecks: number): void {
    if (this.#exchange !== undefined) return;
    this.#quietChecks++;
    if (this.#quietChecks > idleChecks) this.#socket.destroy();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  readonly #receive = (chunk: Buffer): void => {
    if (this.#isEnding) return;
    if (this.#body?.isWhole === false) {
      const rest = this.#body.add(chunk);
      if (rest !== undefined) this.#hold(rest);
      return;
    }
    const bytes = this.#early === undefined ? chunk : Buffer.concat([this.#early, chunk]);
    this.#early = undefined;
    if (this.#exchange === undefined) this.#take(bytes);
    else this.#hold(bytes);
  };

  /**
   * Keeps the bytes that follow a request, and stops reading until the request is answered. If more
   * bytes are waiting in the socket, a disconnection of the client is noticed only then.
   */
  #hold(bytes: Buffer): void {
    this.#early = bytes;
    this.#socket.pause();
  }

  #take(bytes: Buffer): void {
    const { heads, maxBodyBytes } = this.#rules;
    const head = heads.read(bytes);
    const end = head === undefined ? 0 : head.headBytes + head.bodyBytes;
    if (head === undefined || bytes.length > end || head.bodyBytes > maxBodyBytes) {
      this.#handOver(bytes);
      return;
    }
    this.#quietChecks = 0;
    if (bytes.length === end || head.bodyBytes > MAX_AWAITED_BYTES) this.#begin(head, bytes);
    else this.#await(bytes);
  }

  #await(bytes: Buffer): void {
    this.#early = bytes;
    this.#waiting ??= setTimeout(() => this.#handOver(this.#early ?? NO_BYTES), AWAITED_MS);
  }

  #stopWaiting(): void {
    if (this.#waiting === undefined) return;
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
  }

  #begin(head: ShortHead, bytes: Buffer): void {
    this.#stopWaiting();
    const { begin, idleSeconds } = this.#rules;
    const here = bytes.subarray(head.headBytes);
    const isWhole = here.length === head.bodyBytes;
    this.#body = isWhole ? undefined : new ShortBody(this.#socket, head.bodyBytes, here);
    const response = new ShortResponse(this.#socket, idleSeconds);
    const wire = new ShortWire(this.#body ?? plainBytes(here), response);
    const begun = begin(this.#socket, head, wire);
    if (begun === undefined) this.#handOver(bytes);
    else if (begun.ended === undefined) this.#ended(wire);
    else {
      this.#exchange = begun.exchange;
      void begun.ended.then(() => this.#next(wire));
    }
  }

  #next(wire: ShortWire): void {
    this.#exchange = undefined;
    this.#ended(wire);
    if (this.#isEnding || this.#socket.destroyed) return;
    const early = this.#early;
    this.#early = undefined;
    if (early !== undefined) this.#take(early);
    if (this.#exchange === undefined && this.#socket.isPaused()) this.#socket.resume();
  }

  #ended(wire: ShortWire): void {
    const socket = this.#socket;
    this.#body = undefined;
    this.#quietChecks = 0;
    this.#isEnding = wire.isLast || this.#rules.isDraining();
    if (!this.#isEnding) return;
    if (wire.isRead) socket.destroySoon();
    // A client that is still writing would get a reset before it has read the response.
    else void discardBody(socket).then(() => socket.destroySoon());
  }

  #handOver(bytes: Buffer): void {
    const socket = this.#socket;
    this.#forget();
    socket.unshift(bytes);
    this.#rules.handOver(socket);
    socket.resume();
  }

  /**
   * The client has ended its side. As with Node's server, this side ends too, even if a request is
   * unanswered. An incomplete request is answered with an error first.
   */
  readonly #end = (): void => {
    if (this.#waiting === undefined) {
      this.#socket.end();
      return;
    }
    this.#stopWaiting();
    answerBrokenRequest(new Error('the request ended within its body'), this.#socket);
  };

  /** The system's error; the socket closes itself after it. */
  readonly #fail = (): void => undefined;

  readonly #close = (): void => {
    const gone = new Error('the client went away');
    this.#exchange?.abort(gone);
    this.#body?.fail(gone);
    this.#forget();
  };

  #forget(): void {
    this.#stopWaiting();
    const socket = this.#socket;
    socket.removeListener('data', this.#receive);
    socket.removeListener('end', this.#end);
    socket.removeListener('error', this.#fail);
    socket.removeListener('close', this.#close);
    this.#rules.gone(this);
  }
}

/** A short request. Its body is here, or comes in pieces. */
export class ShortWire implements Wire {
  readonly expectsBody: boolean;
  readonly #body: Uint8Array | ShortBody;
  readonly #response: ShortResponse;

  constructor(body: Uint8Array | ShortBody, response: ShortResponse) {
    this.expectsBody = body instanceof ShortBody || body.length > 0;
    this.#body = body;
    this.#response = response;
  }

  get isLast(): boolean {
    return this.#response.isLast;
  }

  /** True if nothing of the body is missing. */
  get isRead(): boolean {
    return !(this.#body instanceof ShortBody) || this.#body.isWhole;
  }

  readBody(options: BodyReading): Uint8Array | Promise<Uint8Array> {
    if (this.#body instanceof ShortBody) return this.#body.read(options);
    options.grow(this.#body.length);
    return this.#body;
  }

  endWithReply(): void {
    this.#response.endConnection();
  }

  send(reply: RenderedReply, rules: WriteRules): undefined | Promise<void> {
    if (!this.isRead) this.endWithReply();
    const written = writeReply(this.#response, reply, { ...rules, end: true });
    if (written !== undefined || !this.#response.socket.writableNeedDrain) return written;
    return this.#sent(rules.stalled);
  }

  /** A client that asks without reading gets no further answer before it reads. */
  async #sent(stalled: StalledConnections): Promise<void> {
    const { socket } = this.#response;
    stalled.watch(socket);
    try {
      await drained(this.#response);
    } finally {
      stalled.unwatch(socket);
    }
  }

  destroy(): void {
    this.#response.socket.destroy();
  }
}
