/** Times of the fetch phase: reading stored fields, and each part of the hits. */

import { breakdownOf, nanosOf, type ReadClock, Stopwatch } from '@skein/search_library';
import type { FetchPart } from '../fetch/fetch_part.js';
import type { FetchProfile } from './search_profile.js';

export class FetchProfiler {
  readonly #clock: ReadClock;
  readonly #loading: Stopwatch;
  readonly #building: Stopwatch;
  readonly #parts = new Map<string, Stopwatch>();

  constructor(clock: ReadClock) {
    this.#clock = clock;
    this.#loading = new Stopwatch(clock);
    this.#building = new Stopwatch(clock);
  }

  /** Times the reading of a document. */
  load<T>(read: () => T): T {
    return this.#loading.time(read);
  }

  /** Times the creation of the parts, which happens once. */
  build<T>(make: () => T): T {
    return this.#building.time(make);
  }

  part(name: string, part: FetchPart): FetchPart {
    const watch = new Stopwatch(this.#clock);
    this.#parts.set(name, watch);
    return (hit, context, to) => watch.time(() => part(hit, context, to));
  }

  profile(): FetchProfile {
    const own = {
      load_stored_fields: this.#loading,
      build_sub_phase_processors: this.#building,
    };
    const children = [...this.#parts].map(([type, process]) => ({
      type,
      nanos: process.nanos,
      breakdown: breakdownOf({ process }),
      children: [],
    }));
    return {
      type: 'fetch',
      nanos: nanosOf(own) + children.reduce((sum, { nanos }) => sum + nanos, 0),
      breakdown: breakdownOf(own),
      children,
    };
  }
}
