/**
 * Traces: what a request did on every node, as spans (OpenTelemetry). Whoever makes spans is given
 * a `Tracing` or `undefined`; where tracing is off nothing is wrapped and nothing is made.
 */
export type Attributes = Readonly<Record<string, string | number>>;

export interface SpanStart {
  readonly name: string;
  readonly kind: 'server' | 'client' | 'internal';
  readonly attributes: Attributes;
  /**
   * `traceparent` of whoever asks (W3C Trace Context); one that is none is passed over, and without
   * one the span is below the one under way here.
   */
  readonly parent?: string | undefined;
}

/** Adds to a span that is under way. */
export type Describe = (attributes: Attributes) => void;

export interface Tracing {
  /**
   * The work as a span, which ends when what it returns has settled. A rejection is an error of the
   * span.
   */
  run<T>(start: SpanStart, work: (describe: Describe) => T): T;
  /** Of the span under way here; `undefined`: none is. */
  readonly traceparent: string | undefined;
  /**
   * Parts of what is under way that have just ended, one after the other, with their times in
   * milliseconds.
   */
  ended(parts: Readonly<Record<string, number>>): void;
  /** Sends what has not been sent. */
  stop(): Promise<void>;
}
