/**
 * One WebSocket as a link. Frames of a client are masked on the wire; inside a cluster the mask is
 * zeros, which `ws` does not apply.
 */
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Link, LinkListener } from '@skein/transport';
import type { WebSocket } from 'ws';

/**
 * Label of the TLS exporter value that identifies a connection, as in RFC 9266 but under our own
 * label.
 */
const EXPORTER_LABEL = 'EXPORTER-skein-transport';
const EXPORTER_BYTES = 32;

type Event = (listener: LinkListener) => void;

export class WebSocketLink implements Link {
  readonly remoteAddress: string;
  readonly binding: Uint8Array;
  readonly #socket: WebSocket;
  readonly #waiting: Event[] = [];
  #listener: LinkListener | undefined;
  #closed = false;

  constructor(socket: WebSocket, stream: Socket) {
    this.#socket = socket;
    this.remoteAddress = stream.remoteAddress ?? '';
    this.binding = exported(stream);
    socket.binaryType = 'nodebuffer';
    socket.on('message', (data: Buffer, isBinary) => {
      if (!isBinary) return this.#end('text message');
      return this.#tell((listener) => listener.message(data));
    });
    // Nodes send pings of their own.
    socket.on('ping', () => this.#end('ping of the protocol'));
    socket.on('error', (failure) => this.#end(failure.message));
    socket.on('close', (code) => this.#end(`closed with code ${code}`));
    stream.on('drain', () => this.#tell((listener) => listener.drained()));
  }

  get bufferedBytes(): number {
    return this.#socket.bufferedAmount;
  }

  send(bytes: Uint8Array): void {
    if (this.#closed) return;
    this.#socket.send(bytes, { binary: true }, (failure) => {
      if (failure) this.#end(failure.message);
    });
  }

  terminate(): void {
    this.#socket.terminate();
    queueMicrotask(() => this.#end('terminated'));
  }

  listen(listener: LinkListener): void {
    this.#listener = listener;
    for (const event of this.#waiting.splice(0)) this.#tell(event);
  }

  #end(reason: string): void {
    if (this.#closed) return;
    this.#tell((listener) => listener.closed(reason));
    this.#closed = true;
    this.#socket.terminate();
  }

  #tell(event: Event): void {
    if (this.#closed) return;
    if (this.#listener === undefined) this.#waiting.push(event);
    else event(this.#listener);
  }
}

function exported(stream: Socket): Uint8Array {
  if (!(stream instanceof TLSSocket)) return new Uint8Array(0);
  return stream.exportKeyingMaterial(EXPORTER_BYTES, EXPORTER_LABEL, Buffer.alloc(0));
}
