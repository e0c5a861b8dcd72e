/**
 * A response before encoding. `json` is rendered in the requested form (JSON, YAML, pretty,
 * filtered). `json_chunks` is encoded JSON, written to the socket without joining unless another
 * form is requested. `json_making` is the same for a response so long that other requests need
 * turns while it is made.
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
  /** True to pretty-print unless the caller decides otherwise. */
  readonly isPretty?: boolean;
  /** Called when nothing of the server refers to the body any more, unless writing it failed. */
  readonly written?: (() => void) | undefined;
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

/** `making`: yields pauses and returns the chunks. */
export function makingReply(
  making: Generator<unknown, readonly Uint8Array[]>,
  status = 200,
): Reply {
  return { status, body: { kind: 'json_making', making } };
}

/** A reply with only a status, for the `exists` family. */
export function emptyReply(status: number): Reply {
  return { status, body: { kind: 'none' } };
}

/** `{"acknowledged": true}` with further members. */
export function acknowledged(
  more: { readonly [key: string]: JsonValue } = {},
  isAcknowledged = true,
): Reply {
  return jsonReply({ acknowledged: isAcknowledged, ...more });
}
