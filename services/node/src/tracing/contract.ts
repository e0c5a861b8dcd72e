/**
 * Traces: the work of a request on every node, as spans (OpenTelemetry). Code that makes spans gets
 * a `Tracing` or `undefined`; if tracing is off, nothing is wrapped or created.
 */
export type Attributes = Readonly<Record<string, string | number>>;

export interface SpanStart {
  readonly name: string;
  readonly kind: 'server' | 'client' | 'internal';
  readonly attributes: Attributes;
  /**
   * `traceparent` of the caller (W3C Trace Context). An invalid one is ignored; without one, the
   * span is a child of the current span here.
   */
  readonly parent?: string | undefined;
}

/** Adds attributes to a running span. */
export type Describe = (attributes: Attributes) => void;

export interface Tracing {
  /**
   * Runs the work as a span, which ends when its result has settled. A rejection marks the span as
   * failed.
   */
  run<T>(start: SpanStart, work: (describe: Describe) => T): T;
  /** The context of the current span; undefined if there is none. */
  readonly traceparent: string | undefined;
  /**
   * Adds consecutive parts of the current span that have just ended, with their times in
   * milliseconds.
   */
  ended(parts: Readonly<Record<string, number>>): void;
  /** Sends the remaining spans. */
  stop(): Promise<void>;
}
