/**
 * `Tracing` by OpenTelemetry's SDK: spans are batched and sent to a collector as OTLP over HTTP, in
 * JSON. Loaded only if tracing is on.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Clock } from '@skein/base';
import type { Attributes, Describe, SpanStart, Tracing } from './contract.js';

interface TracingOptions {
  readonly endpoint: string;
  /** Sampled share of the traces that begin here, from 0 to 1. */
  readonly share: number;
  /** Time for which spans are collected before they are sent. */
  readonly delayMs: number;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Attributes of the node. */
  readonly resource: Attributes;
}

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
} as const;

/** Timers that outlive a request carry its context; a span that has ended gets no more children. */
interface UnderWay {
  readonly context: Context;
  isOpen: boolean;
}

export function openTelemetry(options: TracingOptions): Tracing {
  return new OpenTelemetry(options);
}

class OpenTelemetry implements Tracing {
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;
  readonly #clock: Pick<Clock, 'nowMs'>;
  readonly #underWay = new AsyncLocalStorage<UnderWay>();

  constructor({ endpoint, share, delayMs, resource, clock }: TracingOptions) {
    this.#clock = clock;
    const exporter = new OTLPTraceExporter({ url: endpoint });
    this.#provider = new TracerProvider({
      resource: resourceFromAttributes(resource),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
      spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: delayMs })],
    });
    this.#tracer = this.#provider.getTracer('skein');
  }

  run<T>(start: SpanStart, work: (describe: Describe) => T): T {
    const above = contextOf(start.parent) ?? this.#open?.context ?? ROOT_CONTEXT;
    const { name, kind, attributes } = start;
    const span = this.#tracer.startSpan(name, { kind: KINDS[kind], attributes }, above);
    const here: UnderWay = { context: trace.setSpan(above, span), isOpen: true };
    const end = (error?: unknown) => {
      here.isOpen = false;
      if (error !== undefined) fail(span, error);
      span.end();
    };
    try {
      const result = this.#underWay.run(here, () => work((more) => span.setAttributes(more)));
      if (!(result instanceof Promise)) {
        end();
        return result;
      }
      // Returns the original promise, so that its waiters continue at the same time as without
      // tracing.
      result.then(
        () => end(),
        (error: unknown) => end(error ?? new Error('rejected')),
      );
      return result;
    } catch (thrown) {
      end(thrown);
      throw thrown;
    }
  }

  get traceparent(): string | undefined {
    const context = this.#open?.context;
    const span = context && trace.getSpanContext(context);
    if (span === undefined) return undefined;
    return `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}`;
  }

  ended(parts: Readonly<Record<string, number>>): void {
    const above = this.#open?.context;
    if (above === undefined) return;
    const times = Object.entries(parts);
    let startMs = this.#clock.nowMs() - times.reduce((sum, [, ms]) => sum + ms, 0);
    for (const [name, ms] of times) {
      this.#tracer.startSpan(name, { startTime: startMs }, above).end(startMs + ms);
      startMs += ms;
    }
  }

  async stop(): Promise<void> {
    await this.#provider.shutdown();
  }

  get #open(): UnderWay | undefined {
    const here = this.#underWay.getStore();
    return here?.isOpen === true ? here : undefined;
  }
}

function fail(span: Span, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  span.setStatus({ code: SpanStatusCode.ERROR, message });
}

const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** W3C Trace Context, §3.2: versions later than 00 may append fields after the flags. */
function contextOf(traceparent: string | undefined): Context | undefined {
  const [, version, traceId, spanId, flags, more] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  if (version === '00' && more !== undefined) return undefined;
  const span = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(span) ? trace.setSpanContext(ROOT_CONTEXT, span) : undefined;
}
