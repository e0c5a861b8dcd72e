/**
 * The response to a short request: head and body leave in one write where the body is short. The
 * head has the headers that Node's `ServerResponse` would add.
 */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ResponseStream } from './response_writer.js';
import { FIELD_NAME } from './short_head.js';

/** The values of headers that Node writes. */
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
/** Responses without a body (RFC 9110, 15.3.5 and 15.4.5). */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 304]);
const LAST_CHUNK = '0\r\n\r\n';

export class ShortResponse implements ResponseStream {
  readonly socket: Socket;
  readonly #idleSeconds: number;
  /** The head until it is written. */
  #head = '';
  /** True if the length of the body is unknown and each piece tells its own (RFC 9112, 7.1). */
  #isChunked = false;
  #hasBody = true;
  #isLast = false;

  constructor(socket: Socket, idleSeconds: number) {
    this.socket = socket;
    this.#idleSeconds = idleSeconds;
  }

  get destroyed(): boolean {
    return this.socket.destroyed;
  }

  /** True if the connection ends with this response. */
  get isLast(): boolean {
    return this.#isLast;
  }

  endConnection(): void {
    this.#isLast = true;
  }

  /** Throws a TypeError for a name or a value with characters that would end the header. */
  writeHead(status: number, headers: readonly string[]): void {
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Unknown'}\r\n`;
    let hasLength = false;
    for (let i = 0; i < headers.length; i += 2) {
      const name = headers[i] ?? '';
      const value = headers[i + 1] ?? '';
      if (!FIELD_NAME.test(name)) throw new TypeError(`invalid name of a header [${name}]`);
      if (!FIELD_VALUE.test(value)) throw new TypeError(`invalid value of the header [${name}]`);
      if (name.length === 14 && name.toLowerCase() === 'content-length') hasLength = true;
      head += `${name}: ${value}\r\n`;
    }
    this.#hasBody = !WITHOUT_BODY.has(status);
    this.#isChunked = this.#hasBody && !hasLength;
    if (this.#isChunked) head += 'Transfer-Encoding: chunked\r\n';
    const connection = this.#isLast
      ? 'Connection: close'
      : `Connection: keep-alive\r\nKeep-Alive: timeout=${this.#idleSeconds}`;
    this.#head = `${head}Date: ${httpDate()}\r\n${connection}\r\n\r\n`;
  }

  write(piece: Uint8Array | string): boolean {
    const { socket } = this;
    // An empty chunk would end the body.
    if (piece.length === 0 || !this.#hasBody) return true;
    socket.cork();
    this.#writeHead();
    if (this.#isChunked) socket.write(`${piece.length.toString(16)}\r\n`, 'latin1');
    const isTaken = typeof piece === 'string' ? socket.write(piece, 'latin1') : socket.write(piece);
    if (this.#isChunked) socket.write('\r\n', 'latin1');
    socket.uncork();
    return isTaken;
  }

  end(text = ''): void {
    if (!this.#hasBody) this.#writeHead();
    else if (this.#isChunked) {
      if (text !== '') this.write(text);
      this.#writeHead(LAST_CHUNK);
    } else this.#writeHead(text);
  }

  once(event: 'drain' | 'close', listener: () => void): void {
    this.socket.once(event, listener);
  }

  removeListener(event: 'drain' | 'close', listener: () => void): void {
    this.socket.removeListener(event, listener);
  }

  /** Writes the head, if it has not been written, and a text of one byte a character. */
  #writeHead(text = ''): void {
    const head = this.#head;
    this.#head = '';
    if (head !== '' || text !== '') this.socket.write(head + text, 'latin1');
  }
}

let dateSecond = -1;
let dateText = '';

/** RFC 9110, 5.6.7. */
function httpDate(): string {
  const nowMs = Date.now();
  const second = Math.floor(nowMs / 1000);
  if (second !== dateSecond) {
    dateSecond = second;
    dateText = new Date(nowMs).toUTCString();
  }
  return dateText;
}
