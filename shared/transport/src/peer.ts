/**
 * The sockets to another node, by channel class, each opened when it is first used. A peer ends
 * with its `ping` channel.
 */
import { ApiError } from '@skein/errors';
import { Caller } from './caller.js';
import type { CallOptions, Route } from './calls.js';
import { type Dialed, type DialerParts, dial } from './dialer.js';
import type { NodeIdentity } from './identity.js';
import { CHANNEL_SOCKETS, type ChannelClass } from './link.js';

interface PeerParts {
  readonly dialer: DialerParts;
  readonly address: string;
  /** Called once, when the `ping` channel is closed. */
  readonly lost: (peer: Peer, reason: string) => void;
}

/** The sockets of a class, which take turns. */
interface Sockets {
  readonly slots: readonly Slot[];
  turn: number;
}

interface Slot {
  caller: Caller | undefined;
  opening: Promise<Caller> | undefined;
}

export class Peer {
  readonly identity: NodeIdentity;
  readonly address: string;
  readonly #parts: PeerParts;
  readonly #sockets = new Map<ChannelClass, Sockets>();
  #closed = false;

  /** Dials the peer. Rejects with connect_transport_exception. */
  static open(parts: PeerParts): Promise<Peer> {
    const target = { address: parts.address, channel: 'ping' } as const;
    return dial(parts.dialer, target, (dialed) => new Peer(parts, dialed));
  }

  private constructor(parts: PeerParts, ping: Dialed) {
    this.#parts = parts;
    this.address = parts.address;
    this.identity = ping.hello.identity;
    const caller = this.#caller(ping, (reason) => this.#lost(reason));
    this.#sockets.set('ping', { slots: [{ caller, opening: undefined }], turn: 0 });
  }

  get closed(): boolean {
    return this.#closed;
  }

  async call(name: string, route: Route, request: unknown, options: CallOptions): Promise<unknown> {
    const caller = await this.#channel(route.channel);
    return caller.call(name, request, {
      ...options,
      timeoutMs: options.timeoutMs ?? route.timeoutMs,
    });
  }

  /**
   * Sends a notice. It is lost if the channel cannot be opened or has too much to send already.
   */
  notify(name: string, route: Route, message: unknown): void {
    const open = this.#slot(route.channel).caller;
    if (open !== undefined && !open.closed) open.notify(name, message);
    else {
      this.#channel(route.channel).then(
        (caller) => caller.notify(name, message),
        () => {},
      );
    }
  }

  close(reason: string): void {
    this.#closed = true;
    for (const { slots } of this.#sockets.values()) {
      for (const { caller } of slots) caller?.close(reason);
    }
  }

  #channel(channel: ChannelClass): Promise<Caller> {
    const slot = this.#slot(channel);
    if (slot.caller !== undefined && !slot.caller.closed) return Promise.resolve(slot.caller);
    slot.opening ??= this.#openChannel(channel, slot).finally(() => {
      slot.opening = undefined;
    });
    return slot.opening;
  }

  async #openChannel(channel: ChannelClass, slot: Slot): Promise<Caller> {
    if (this.#closed || channel === 'ping') throw this.#gone();
    const { dialer, address } = this.#parts;
    const caller = await dial(dialer, { address, channel }, (dialed) => {
      const made = this.#caller(dialed, () => {});
      const isSame = dialed.hello.identity.ephemeralId === this.identity.ephemeralId;
      if (!isSame || this.#closed) made.close('another process answers at this address');
      return made;
    });
    if (caller.closed) throw this.#gone();
    slot.caller = caller;
    return caller;
  }

  #caller({ link, hello }: Dialed, closed: (reason: string) => void): Caller {
    const { actions, timers } = this.#parts.dialer;
    return new Caller({ link, timers, actions, remoteName: hello.identity.name, closed });
  }

  /** The next socket of a class. */
  #slot(channel: ChannelClass): Slot {
    let sockets = this.#sockets.get(channel);
    if (sockets === undefined) {
      const count = CHANNEL_SOCKETS[channel];
      const slots = Array.from({ length: count }, () => ({
        caller: undefined,
        opening: undefined,
      }));
      sockets = { slots, turn: 0 };
      this.#sockets.set(channel, sockets);
    }
    const { slots } = sockets;
    sockets.turn = (sockets.turn + 1) % slots.length;
    const slot = slots[sockets.turn];
    if (slot === undefined) throw new RangeError(`no socket of class ${channel}`);
    return slot;
  }

  #lost(reason: string): void {
    const wasOpen = !this.#closed;
    this.close(reason);
    if (wasOpen) this.#parts.lost(this, reason);
  }

  #gone(): ApiError {
    const { name } = this.identity;
    return new ApiError(
      'node_not_connected_exception',
      `[${name}][${this.address}] Node not connected`,
    );
  }
}
