/**
 * What one document takes while it is read and indexed: values, tokens, fields that the buffer or the mapping did not have. It is counted before it is taken,
 * for the `request` breaker and against a limit of its own, and all of it given back when the document is done. So a document that would take
 * the heap of its thread, and with it the shards there, is refused by itself.
 *
 * Only new writes of clients are counted. What was acknowledged once is applied whatever it takes: on the other copies, and from the log.
 */
import type { BreakerAccount } from './breaker_account.js';

/** What most documents stay below costs an addition and a comparison. */
export const DOCUMENT_STEP_BYTES = 1024 * 1024;
const FREE_BYTES = 64 * 1024;

interface DocumentMeter {
  readonly account: BreakerAccount;
  readonly limitBytes: number;
}

let meter: DocumentMeter | undefined;
/** What may be taken before the account is looked at. */
let allowance = Number.POSITIVE_INFINITY;
let granted = 0;
let documentId = '';

/** To be called before this thread's first piece of work. A thread that entered nothing counts nothing. */
export function enterDocumentMemory(own: DocumentMeter | undefined): void {
  meter = own;
}

/** One at a time; `endDocument` follows in the same turn, whatever came of it. */
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

/** Throws circuit_breaking_exception when there is no room for so much more. */
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
