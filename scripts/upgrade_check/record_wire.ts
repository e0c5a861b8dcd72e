/**
 * Records what two nodes of this version say to each other: the messages of their links, by which a
 * later version checks that it still reads them.
 */
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

const LOOPBACK = '127.0.0.1';
/** The bytes that end the HTTP heads of a WebSocket's handshake. */
const HEAD_END = Buffer.from('\r\n\r\n');

/** The messages of one link, in the order of each direction. */
export interface RecordedLink {
  readonly fromDialer: readonly Uint8Array[];
  readonly fromListener: readonly Uint8Array[];
}

/** A proxy to a node's transport port that keeps all bytes. */
export class WireRecorder {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #links: { readonly dialer: Buffer[]; readonly listener: Buffer[] }[] = [];

  static async start(targetPort: number): Promise<WireRecorder> {
    const recorder = new WireRecorder(targetPort);
    await new Promise<void>((resolve) => recorder.#server.listen(0, LOOPBACK, resolve));
    return recorder;
  }

  private constructor(targetPort: number) {
    this.#server = createServer((client) => {
      const target = connect(targetPort, LOOPBACK);
      const link: { dialer: Buffer[]; listener: Buffer[] } = { dialer: [], listener: [] };
      this.#links.push(link);
      this.#lead(client, target, link.dialer);
      this.#lead(target, client, link.listener);
    });
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  links(): readonly RecordedLink[] {
    return this.#links.map(({ dialer, listener }) => ({
      fromDialer: messagesIn(Buffer.concat(dialer)),
      fromListener: messagesIn(Buffer.concat(listener)),
    }));
  }

  stop(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #lead(from: Socket, to: Socket, kept: Buffer[]): void {
    this.#sockets.add(from);
    from.on('data', (piece) => {
      kept.push(Buffer.from(piece));
      if (!to.destroyed) to.write(piece);
    });
    from.on('error', () => from.destroy());
    from.on('close', () => to.destroy());
  }
}

const BINARY = 2;
const CONTINUED = 0;

/**
 * The whole binary messages of one direction of a WebSocket (RFC 6455, section 5.2). The last frame
 * may be cut anywhere, because the recording ended.
 */
function messagesIn(bytes: Buffer): readonly Uint8Array[] {
  const messages: Uint8Array[] = [];
  let parts: Buffer[] = [];
  const head = bytes.indexOf(HEAD_END);
  let at = head < 0 ? bytes.length : head + HEAD_END.length;
  while (at + 2 <= bytes.length) {
    const [first = 0, second = 0] = bytes.subarray(at);
    const found = extent(bytes, at + 2, second & 0x7f);
    if (found === undefined) break;
    const { length, start } = found;
    const isMasked = (second & 0x80) !== 0;
    const body = start + (isMasked ? 4 : 0);
    if (body + length > bytes.length) break;
    const payload = Buffer.from(bytes.subarray(body, body + length));
    if (isMasked) unmask(payload, bytes.subarray(start, body));
    at = body + length;
    const kind = first & 0x0f;
    if (kind !== BINARY && kind !== CONTINUED) continue;
    parts.push(payload);
    if ((first & 0x80) === 0) continue;
    messages.push(Buffer.concat(parts));
    parts = [];
  }
  return messages;
}

/** The length of a payload, and where it or its mask begins; undefined if the length is cut. */
function extent(
  bytes: Buffer,
  at: number,
  short: number,
): { readonly length: number; readonly start: number } | undefined {
  const start = at + (short === 127 ? 8 : short === 126 ? 2 : 0);
  if (start > bytes.length) return undefined;
  if (short === 126) return { length: bytes.readUInt16BE(at), start };
  if (short === 127) return { length: Number(bytes.readBigUInt64BE(at)), start };
  return { length: short, start };
}

function unmask(payload: Buffer, mask: Buffer): void {
  for (let i = 0; i < payload.length; i++) payload[i] = (payload[i] ?? 0) ^ (mask[i % 4] ?? 0);
}
