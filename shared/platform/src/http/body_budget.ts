/**
 * How many bytes of request bodies may be in memory at once, over all connections: from the first byte read to the end of the answer. A
 * request that would pass the limit is refused with 429; the sender may come again.
 */
import { formatByteSize } from '@skein/base';
import { ApiError } from '@skein/errors';

export class BodyBudget {
  readonly #limitBytes: number;
  #usedBytes = 0;
  #refused = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  get usedBytes(): number {
    return this.#usedBytes;
  }

  get limitBytes(): number {
    return this.#limitBytes;
  }

  /** Requests that found no room. */
  get refused(): number {
    return this.#refused;
  }

  /** The share of one request; it must be ended. */
  lease(): BodyLease {
    let takenBytes = 0;
    return {
      grow: (bytes) => {
        const wanted = this.#usedBytes + bytes;
        if (wanted > this.#limitBytes) {
          this.#refused++;
          throw tooLarge(wanted, this.#limitBytes);
        }
        this.#usedBytes = wanted;
        takenBytes += bytes;
      },
      end: () => {
        this.#usedBytes -= takenBytes;
        takenBytes = 0;
      },
    };
  }
}

export interface BodyLease {
  /** Throws circuit_breaking_exception when the budget is spent. */
  grow(bytes: number): void;
  end(): void;
}

function tooLarge(wanted: number, limit: number): ApiError {
  return new ApiError(
    'circuit_breaking_exception',
    `[in_flight_requests] Data too large, data for [<http_request>] would be [${wanted}/${formatByteSize(wanted)}], which is larger than the limit of [${limit}/${formatByteSize(limit)}]`,
    { metadata: { bytes_wanted: wanted, bytes_limit: limit, durability: 'TRANSIENT' } },
  );
}
