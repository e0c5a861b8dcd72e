/** What reading a sort needs beside its JSON. */
import type { JsonValue } from '@skein/content';
import type { BodyLocator } from './body_location.js';

export interface SortReading {
  readonly locate: BodyLocator;
  /** Checks the form of a query inside the sort. */
  readonly check: (query: JsonValue) => unknown;
}
