/** All connections whose requests have been short so far, for their timeouts and their end. */
import type { Server, Socket } from 'node:net';
import { ShortConnection, type ShortRules } from './short_connection.js';

interface Waits {
  /**
   * Limit of the time without a request, before the first one too: a client may open a connection
   * early, or be kept from sending for a while.
   */
  readonly idleMs: number;
  readonly checkMs: number;
}

export class ShortConnections {
  readonly #rules: ShortRules;
  readonly #open = new Set<ShortConnection>();
  readonly #timer: NodeJS.Timeout;

  /**
   * Takes the connections of an HTTP server before the listener that Node registers for its parser.
   * `event`: `secureConnection` for HTTPS.
   */
  static before(
    server: Server,
    event: 'connection' | 'secureConnection',
    rules: Omit<ShortRules, 'gone' | 'handOver'>,
    waits: Waits,
  ): ShortConnections {
    const [parse] = server.listeners(event);
    if (parse === undefined) throw new Error(`Node listens to no [${event}]`);
    const handOver = (socket: Socket) => parse.call(server, socket);
    const connections = new ShortConnections({ ...rules, handOver }, waits);
    // It is one of the server's listeners, which `listeners` types as any function.
    server.removeListener(event, parse as () => void);
    server.on(event, (socket: Socket) => connections.add(socket));
    return connections;
  }

  private constructor(rules: Omit<ShortRules, 'gone'>, { idleMs, checkMs }: Waits) {
    this.#rules = { ...rules, gone: (connection) => this.#open.delete(connection) };
    const idleChecks = Math.ceil(idleMs / checkMs);
    const check = () => {
      for (const connection of this.#open) connection.checkTimes(idleChecks);
    };
    this.#timer = setInterval(check, checkMs).unref();
  }

  add(socket: Socket): void {
    this.#open.add(new ShortConnection(socket, this.#rules));
  }

  closeIdle(): void {
    this.#destroy(({ isIdle }) => isIdle);
  }

  closeAll(): void {
    this.#destroy(() => true);
  }

  /** Ends the checks of timeouts. */
  stop(): void {
    clearInterval(this.#timer);
  }

  #destroy(isUnwanted: (connection: ShortConnection) => boolean): void {
    for (const connection of this.#open) if (isUnwanted(connection)) connection.destroy();
  }
}
