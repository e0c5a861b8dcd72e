/**
 * The memory that one document takes while it is parsed and indexed: values, tokens, and fields
 * that are new to the buffer or the mapping. It is counted before it is allocated, by the `request`
 * breaker and against a limit of its own, and all of it is returned when the document is done. A
 * document that would exhaust the heap of its thread, and so fail the shards there, is refused
 * alone.
 *
 * Only new writes of clients are counted. An operation that was acknowledged once is applied
 * whatever it takes, on the other copies and from the translog.
 */
import type { BreakerAccount } from './breaker_account.js';

/**
 * The account is charged in steps of this size, so that most documents cost an addition and a
 * comparison.
 */
export const DOCUMENT_STEP_BYTES = 1024 * 1024;
const FREE_BYTES = 64 * 1024;

interface DocumentMeter {
  readonly account: BreakerAccount;
  readonly limitBytes: number;
}

let meter: DocumentMeter | undefined;
/** Bytes that may be taken before the account is charged again. */
let allowance = Number.POSITIVE_INFINITY;
let granted = 0;
let documentId = '';

/**
 * Must be called before this thread's first piece of work. A thread that did not call it counts
 * nothing.
 */
export function enterDocumentMemory(own: DocumentMeter | undefined): void {
  meter = own;
}

/**
 * Starts counting for one document at a time. `endDocument` follows in the same turn, whether or
 * not the document succeeded.
 */
export function beginDocument(id: string): void {
  if (meter === undefined) return;
  allowance = FREE_BYTES;
  documentId = id;
}

export function endDocument(): void {
  allowance = Number.POSITIVE_INFINITY;
  if (granted === 0) return;
  meter?.account.shrink(granted);
  granted = 0;
}

/** Throws circuit_breaking_exception when there is no room for `bytes` more. */
export function takeDocumentMemory(bytes: number): void {
  allowance -= bytes;
  if (allowance < 0) grow();
}

function grow(): void {
  if (meter === undefined) return;
  const { account, limitBytes } = meter;
  const bytes = Math.max(DOCUMENT_STEP_BYTES, -allowance);
  const label = `<document [${documentId}]>`;
  if (granted + bytes > limitBytes) throw account.refusal(granted + bytes, limitBytes, label);
  account.grow(bytes, label);
  granted += bytes;
  allowance += bytes;
}
