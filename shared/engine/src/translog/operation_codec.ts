/**
 * One translog operation as bytes, little-endian:
 *
 *     kind u8 | seqNo f64 | primaryTerm f64 | then
 *     index:  version f64 | id | routing or absent | source
 *     delete: version f64 | id
 *     noop:   reason
 *
 * A text or byte string is `length u32 | bytes`; an absent one has length 0xffffffff. Numbers are
 * doubles: all are integers below 2^53.
 */
import { assert } from '@skein/base';
import { ApiError } from '@skein/errors';

export type TranslogOperation =
  | {
      readonly kind: 'index';
      readonly seqNo: number;
      readonly primaryTerm: number;
      readonly version: number;
      readonly id: string;
      readonly routing: string | undefined;
      readonly source: Uint8Array;
    }
  | {
      readonly kind: 'delete';
      readonly seqNo: number;
      readonly primaryTerm: number;
      readonly version: number;
      readonly id: string;
    }
  /** A no-op for a sequence number without an operation. */
  | {
      readonly kind: 'noop';
      readonly seqNo: number;
      readonly primaryTerm: number;
      readonly reason: string;
    };

const KIND_INDEX = 1;
const KIND_DELETE = 2;
const KIND_NOOP = 3;
const ABSENT = 0xffffffff;
const FIXED_BYTES = 1 + 8 + 8;
/** Longest encoding of one UTF-16 unit. */
const MAX_UTF8_BYTES = 3;
/** Length up to which texts are encoded by hand, since a call of the encoder costs more. */
const SHORT_TEXT = 48;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The destination of an encoded operation: an array and a view of the same bytes. */
interface EncodingTarget {
  readonly bytes: Uint8Array;
  readonly view: DataView;
}

/** An upper bound of the operation's encoded length. */
export function encodedBound(operation: TranslogOperation): number {
  const fixed = FIXED_BYTES + 8 + 3 * 4;
  switch (operation.kind) {
    case 'index':
      return (
        fixed +
        MAX_UTF8_BYTES * (operation.id.length + (operation.routing?.length ?? 0)) +
        operation.source.length
      );
    case 'delete':
      return fixed + MAX_UTF8_BYTES * operation.id.length;
    case 'noop':
      return fixed + MAX_UTF8_BYTES * operation.reason.length;
  }
}

/** Encodes from `start` on, where `encodedBound` bytes must be free; returns the end. */
export function encodeOperation(
  operation: TranslogOperation,
  target: EncodingTarget,
  start: number,
): number {
  const { view } = target;
  view.setUint8(start, kindCode(operation));
  view.setFloat64(start + 1, operation.seqNo, true);
  view.setFloat64(start + 9, operation.primaryTerm, true);
  const at = start + FIXED_BYTES;
  if (operation.kind === 'noop') return putText(operation.reason, target, at);
  view.setFloat64(at, operation.version, true);
  const afterId = putText(operation.id, target, at + 8);
  if (operation.kind === 'delete') return afterId;
  const afterRouting = putText(operation.routing, target, afterId);
  return putBytes(operation.source, target, afterRouting);
}

function putText(text: string | undefined, { bytes, view }: EncodingTarget, at: number): number {
  if (text === undefined) {
    view.setUint32(at, ABSENT, true);
    return at + 4;
  }
  const written = text.length <= SHORT_TEXT ? putAscii(text, bytes, at + 4) : -1;
  if (written >= 0) {
    view.setUint32(at, written, true);
    return at + 4 + written;
  }
  const room = bytes.subarray(at + 4, at + 4 + MAX_UTF8_BYTES * text.length);
  const encoded = encoder.encodeInto(text, room).written;
  view.setUint32(at, encoded, true);
  return at + 4 + encoded;
}

/** Writes an ASCII text. Returns the number of bytes, or -1 when the text is not ASCII. */
function putAscii(text: string, bytes: Uint8Array, at: number): number {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 0x7f) return -1;
    bytes[at + i] = unit;
  }
  return text.length;
}

function putBytes(source: Uint8Array, { bytes, view }: EncodingTarget, at: number): number {
  view.setUint32(at, source.length, true);
  bytes.set(source, at + 4);
  return at + 4 + source.length;
}

function kindCode(operation: TranslogOperation): number {
  if (operation.kind === 'index') return KIND_INDEX;
  return operation.kind === 'delete' ? KIND_DELETE : KIND_NOOP;
}

/**
 * Decodes the operation in `bytes`; its source is a copy. The frame's checksum has been verified,
 * so invalid bytes mean corruption.
 */
export function decodeOperation(bytes: Uint8Array): TranslogOperation {
  const reader = new OperationReader(bytes);
  const kind = reader.u8();
  const seqNo = reader.f64();
  const primaryTerm = reader.f64();
  switch (kind) {
    case KIND_INDEX: {
      const version = reader.f64();
      const id = reader.text();
      const routing = reader.optionalText();
      return { kind: 'index', seqNo, primaryTerm, version, id, routing, source: reader.bytes() };
    }
    case KIND_DELETE: {
      const version = reader.f64();
      return { kind: 'delete', seqNo, primaryTerm, version, id: reader.text() };
    }
    case KIND_NOOP:
      return { kind: 'noop', seqNo, primaryTerm, reason: reader.text() };
    default:
      throw new ApiError('translog_corrupted_exception', `unknown operation kind [${kind}]`);
  }
}

class OperationReader {
  readonly #source: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(source: Uint8Array) {
    this.#source = source;
    this.#view = new DataView(source.buffer, source.byteOffset, source.byteLength);
  }

  u8(): number {
    this.#need(1);
    return this.#view.getUint8(this.#at++);
  }

  f64(): number {
    this.#need(8);
    const value = this.#view.getFloat64(this.#at, true);
    this.#at += 8;
    return value;
  }

  text(): string {
    return decoder.decode(this.bytes());
  }

  optionalText(): string | undefined {
    const bytes = this.#optionalBytes();
    return bytes === undefined ? undefined : decoder.decode(bytes);
  }

  bytes(): Uint8Array {
    const bytes = this.#optionalBytes();
    assert(bytes !== undefined, 'an absent string where one must be');
    return bytes;
  }

  #optionalBytes(): Uint8Array | undefined {
    this.#need(4);
    const length = this.#view.getUint32(this.#at, true);
    this.#at += 4;
    if (length === ABSENT) return undefined;
    this.#need(length);
    const bytes = this.#source.slice(this.#at, this.#at + length);
    this.#at += length;
    return bytes;
  }

  #need(count: number): void {
    if (this.#at + count > this.#source.length) {
      throw new ApiError('translog_corrupted_exception', 'operation is shorter than it says');
    }
  }
}
