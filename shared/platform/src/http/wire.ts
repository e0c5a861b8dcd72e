/**
 * The connection of one request, as an exchange sees it: the body comes in, one reply goes out.
 * Node's parser is behind one implementation (`node_wire.ts`), the short path behind the other
 * (`short_connection.ts`).
 */
import type { RenderedReply } from '@skein/http';
import type { BodyLimits } from './request_reader.js';
import type { WriteRules } from './response_writer.js';
import type { StalledConnections } from './stalled_connections.js';

export interface Wire {
  /** True if the head announces a body of at least one byte. */
  readonly expectsBody: boolean;
  /**
   * The whole body, inflated. Throws an ApiError for a body that is too long or cannot be read;
   * another error if the client disconnects.
   */
  readBody(options: BodyReading): Uint8Array | Promise<Uint8Array>;
  /** Ends the connection with the reply that `send` writes. Call it before `send`. */
  endWithReply(): void;
  /** Writes the reply; a promise if the client does not read it at once. */
  send(reply: RenderedReply, rules: WriteRules): undefined | Promise<void>;
  /** Drops the connection without a reply. */
  destroy(): void;
}

export interface BodyReading extends BodyLimits {
  readonly stalled: StalledConnections;
  /** Counts bytes that are kept in memory; throws an ApiError when there are too many. */
  readonly grow: (bytes: number) => void;
}
