/** A search of the index `examples`, and the paths on which searches are executed. */
import type { Json } from '../people_index.js';

/** The execution paths on which a search may be exempt from the comparison. */
export type Way =
  | 'alias'
  | 'mailbox'
  | 'main thread'
  | 'message'
  | 'msearch'
  | 'other node'
  | 'point in time'
  | 'reader'
  | 'scroll'
  | 'two shards';

export interface SearchExample {
  readonly name: string;
  readonly body: Json;
  readonly not?: Partial<Readonly<Record<Way, string>>>;
  /** True when every path must refuse the search alike; absent when it must find something. */
  readonly isRefused?: true;
}
