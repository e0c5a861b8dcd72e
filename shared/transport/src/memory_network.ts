/**
 * A network in one process: links are pairs of queues, delivered by `timers`, so that a simulator
 * decides the order of deliveries.
 */
import type { Timers } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { Link, LinkListener, Network } from './link.js';

export class MemoryNetwork {
  readonly #timers: Timers;
  readonly #acceptors = new Map<string, (link: Link) => void>();
  readonly #links = new Set<MemoryLink>();

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  /** The network with which the node at `address` dials. */
  from(address: string): Network {
    return {
      dial: async (target) => {
        const accept = this.#acceptors.get(target);
        if (accept === undefined) {
          throw new ApiError('connect_transport_exception', `[${target}] connect_exception`);
        }
        const [near, far] = this.#pair(address, target);
        accept(far);
        return near;
      },
    };
  }

  /** Listens; the returned function ends the listening. */
  listen(address: string, accept: (link: Link) => void): () => void {
    this.#acceptors.set(address, accept);
    return () => this.#acceptors.delete(address);
  }

  /** Ends all links of an address. */
  isolate(address: string): void {
    for (const link of [...this.#links]) if (link.localAddress === address) link.terminate();
  }

  #pair(from: string, to: string): [MemoryLink, MemoryLink] {
    const ended = (link: MemoryLink) => this.#links.delete(link);
    const near = new MemoryLink(this.#timers, from, to, ended);
    const far = new MemoryLink(this.#timers, to, from, ended);
    near.join(far);
    this.#links.add(near).add(far);
    return [near, far];
  }
}

class MemoryLink implements Link {
  readonly localAddress: string;
  readonly remoteAddress: string;
  readonly binding = new Uint8Array(0);
  readonly #timers: Timers;
  readonly #ended: (link: MemoryLink) => void;
  readonly #arrived: (() => void)[] = [];
  #other: MemoryLink | undefined;
  #listener: LinkListener | undefined;
  #buffered = 0;
  #closed = false;

  constructor(timers: Timers, local: string, remote: string, ended: (link: MemoryLink) => void) {
    this.#timers = timers;
    this.localAddress = local;
    this.remoteAddress = remote;
    this.#ended = ended;
  }

  get bufferedBytes(): number {
    return this.#buffered;
  }

  get joined(): boolean {
    return this.#other !== undefined;
  }

  join(other: MemoryLink): void {
    this.#other = other;
    if (!other.joined) other.join(this);
  }

  send(bytes: Uint8Array): void {
    if (this.#closed) return;
    this.#buffered += bytes.length;
    const copy = bytes.slice();
    this.#timers.after(0, () => {
      this.#buffered -= bytes.length;
      if (!this.#closed) this.#other?.arrive((listener) => listener.message(copy));
      this.arrive((listener) => listener.drained());
    });
  }

  terminate(): void {
    this.end('terminated');
    this.#timers.after(0, () => this.#other?.end('closed by the other end'));
  }

  listen(listener: LinkListener): void {
    this.#listener = listener;
    for (const event of this.#arrived.splice(0)) event();
  }

  end(reason: string): void {
    if (this.#closed) return;
    this.arrive((listener) => listener.closed(reason));
    this.#closed = true;
    this.#ended(this);
  }

  arrive(event: (listener: LinkListener) => void): void {
    if (this.#closed) return;
    if (this.#listener !== undefined) event(this.#listener);
    else {
      this.#arrived.push(() => {
        if (this.#listener !== undefined) event(this.#listener);
      });
    }
  }
}
