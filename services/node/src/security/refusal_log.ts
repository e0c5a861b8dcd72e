/**
 * Logs refused requests for auditing: the caller, the request and the reason. It never contains a
 * token, nor the query, which may hold one. Lines per second are limited; the number of omitted
 * ones is logged with the next.
 */
import type { Clock, Log } from '@skein/base';
import type { Credentials, Refusal } from './contract.js';

const MOST_A_SECOND = 100;
const SECOND_MS = 1000;

export class RefusalLog {
  readonly #log: Log;
  readonly #clock: Clock;
  #secondMs = 0;
  #written = 0;
  #leftOut = 0;

  constructor({ log, clock }: { readonly log: Log; readonly clock: Clock }) {
    this.#log = log;
    this.#clock = clock;
  }

  /** `item`: number of the refused item in a request whose other items may have succeeded. */
  write({ method, target }: Credentials, { status, reason }: Refusal, item?: number): void {
    const nowMs = this.#clock.monotonicMs();
    if (nowMs - this.#secondMs >= SECOND_MS) {
      this.#secondMs = nowMs;
      this.#written = 0;
    }
    if (++this.#written > MOST_A_SECOND) {
      this.#leftOut++;
      return;
    }
    const path = target.replace(/[?#].*$/s, '');
    const leftOut = this.#leftOut === 0 ? {} : { left_out: this.#leftOut };
    this.#leftOut = 0;
    const place = item === undefined ? {} : { item };
    const fields = { audit: 'access_refused', status, method, path, ...place, reason, ...leftOut };
    this.#log.warn('access refused', fields);
  }
}
