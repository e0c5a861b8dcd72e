/**
 * Requests over one connection, each sent without waiting for the answers before it (RFC 9112,
 * section 9.3.2). A test that sends tens of thousands of small requests spends more CPU time on
 * system calls and on `fetch` than the node spends on the answers.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface PipelinedRequest {
  readonly method: string;
  readonly target: string;
  readonly contentType: string;
  readonly body: string;
}

export interface PipelinedAnswer {
  readonly status: number;
  readonly json: unknown;
}

const HEAD_END = '\r\n\r\n';

export class PipelinedRequests {
  readonly #socket: Socket;
  readonly #host: string;
  /** In the order of the requests, which is the order of the answers. */
  readonly #waiting: PromiseWithResolvers<PipelinedAnswer>[] = [];
  #unsent: string[] = [];
  #received = Buffer.alloc(0);

  private constructor(socket: Socket, host: string) {
    this.#socket = socket;
    this.#host = host;
    socket.on('data', (piece) => this.#receive(piece));
    socket.on('error', (failure) => this.#fail(failure));
    socket.on('close', () => this.#fail(new Error('the node closed the connection')));
  }

  static async open(url: string): Promise<PipelinedRequests> {
    const { hostname, port, host } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await once(socket, 'connect');
    return new PipelinedRequests(socket, host);
  }

  close(): void {
    this.#socket.destroy();
  }

  /** Requests of one turn of the event loop are written together. */
  send({ method, target, contentType, body }: PipelinedRequest): Promise<PipelinedAnswer> {
    const waiting = Promise.withResolvers<PipelinedAnswer>();
    this.#waiting.push(waiting);
    if (this.#unsent.length === 0) setImmediate(() => this.#flush());
    const headers = [
      `${method} ${target} HTTP/1.1`,
      `host: ${this.#host}`,
      `content-type: ${contentType}`,
      `content-length: ${Buffer.byteLength(body)}`,
    ];
    this.#unsent.push(headers.join('\r\n'), HEAD_END, body);
    return waiting.promise;
  }

  #flush(): void {
    this.#socket.write(this.#unsent.join(''));
    this.#unsent = [];
  }

  #fail(failure: Error): void {
    for (const { reject } of this.#waiting.splice(0)) reject(failure);
  }

  #receive(piece: Buffer): void {
    this.#received = Buffer.concat([this.#received, piece]);
    let start = 0;
    for (;;) {
      const bodyStart = this.#received.indexOf(HEAD_END, start) + HEAD_END.length;
      if (bodyStart < start + HEAD_END.length) break;
      const head = this.#received.toString('latin1', start, bodyStart);
      const end = bodyStart + lengthIn(head);
      if (end > this.#received.length) break;
      const json = JSON.parse(this.#received.toString('utf8', bodyStart, end));
      this.#waiting.shift()?.resolve({ status: Number(head.split(' ', 2)[1]), json });
      start = end;
    }
    this.#received = this.#received.subarray(start);
  }
}

function lengthIn(head: string): number {
  const [, length] = /\ncontent-length: (\d+)\r/i.exec(head) ?? [];
  if (length === undefined) throw new Error(`an answer without its length: ${head}`);
  return Number(length);
}
