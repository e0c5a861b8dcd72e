/** Counters of a transform, by Elasticsearch's names. */
export const COUNTERS = [
  'pages_processed',
  'documents_processed',
  'documents_indexed',
  'documents_deleted',
  'trigger_count',
  'index_time_in_ms',
  'index_total',
  'index_failures',
  'search_time_in_ms',
  'search_total',
  'search_failures',
  'processing_time_in_ms',
  'processing_total',
  'delete_time_in_ms',
] as const;

type Counter = (typeof COUNTERS)[number];

export class Counters {
  readonly #counts: Map<string, number>;

  constructor(before: Readonly<Record<string, number>>) {
    this.#counts = new Map(COUNTERS.map((name) => [name, before[name] ?? 0]));
  }

  add(name: Counter, count: number): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + count);
  }

  get all(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts);
  }
}
