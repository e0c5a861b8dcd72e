/** For tests: the options of writes that anyone sends. */
import type { WriteOptions } from '../document_router/contract.js';

export const WRITE_OPTIONS: WriteOptions = {
  refresh: 'false',
  timeoutMs: 0,
  waitForActiveShards: '',
  identity: { subject: 'anyone', clientId: undefined, scope: undefined },
  signal: new AbortController().signal,
  nowMs: 0,
};
