/**
 * An answer before it is encoded. `json` is rendered in the form the caller asked for (JSON, YAML,
 * pretty, filtered); `json_chunks` is JSON already encoded, written to the socket without joining
 * when nobody asked for another form; `json_making` is the same of an answer so long that others
 * must have their turn while it is made.
 */
import type { JsonValue } from '@skein/content';

export type ReplyBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: JsonValue }
  | { readonly kind: 'json_chunks'; readonly chunks: readonly Uint8Array[] }
  | { readonly kind: 'json_making'; readonly making: Generator<unknown, readonly Uint8Array[]> }
  | { readonly kind: 'text'; readonly text: string; readonly contentType?: string };

export interface Reply {
  readonly status: number;
  readonly body: ReplyBody;
  readonly headers?: Readonly<Record<string, string>>;
  /** Printed for people unless the caller says otherwise. */
  readonly isPretty?: boolean;
}

export function jsonReply(value: JsonValue, status = 200): Reply {
  return { status, body: { kind: 'json', value } };
}

export function textReply(text: string, status = 200): Reply {
  return { status, body: { kind: 'text', text } };
}

export function chunksReply(chunks: readonly Uint8Array[], status = 200): Reply {
  return { status, body: { kind: 'json_chunks', chunks } };
}

/** `making`: gives the chunks, with pauses. */
export function makingReply(
  making: Generator<unknown, readonly Uint8Array[]>,
  status = 200,
): Reply {
  return { status, body: { kind: 'json_making', making } };
}

/** Status alone: the answer of the `exists` family. */
export function emptyReply(status: number): Reply {
  return { status, body: { kind: 'none' } };
}

/** `{"acknowledged": true}` and what an endpoint adds to it. */
export function acknowledged(
  more: { readonly [key: string]: JsonValue } = {},
  isAcknowledged = true,
): Reply {
  return jsonReply({ acknowledged: isAcknowledged, ...more });
}
