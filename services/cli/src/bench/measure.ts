/** Measures requests of one class, sent by some clients for some time. */
import { type JsonObject, parseJson } from '@skein/content';
import { numberAt } from '../health/json_at.js';
import type { Cluster } from '../transfer/cluster.js';

export interface Measured {
  readonly requests: number;
  readonly errors: number;
  readonly perSecond: number;
  /** Latencies in milliseconds, measured at this client. */
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  /** The mean of `took`, which the cluster gives in whole milliseconds. */
  readonly tookMs: number;
  /** True when the bodies ran out before the time did. */
  readonly isShort: boolean;
}

export interface Load {
  readonly path: string;
  readonly bodies: () => JsonObject | undefined;
  readonly clients: number;
  readonly seconds: number;
}

export async function measure(cluster: Cluster, load: Load): Promise<Measured> {
  const startMs = performance.now();
  const endMs = startMs + load.seconds * 1000;
  const latencies: number[] = [];
  const told = { errors: 0, tookMs: 0, isShort: false };
  const client = async () => {
    while (performance.now() < endMs) {
      const body = load.bodies();
      if (body === undefined) {
        told.isShort = true;
        return;
      }
      const sentMs = performance.now();
      const answer = await cluster.glance('POST', load.path, body);
      latencies.push(performance.now() - sentMs);
      if (answer.status === 200) told.tookMs += numberAt(parseJson(answer.body), 'took') ?? 0;
      else told.errors++;
    }
  };
  await Promise.all(Array.from({ length: load.clients }, client));
  const requests = latencies.length;
  const seconds = (performance.now() - startMs) / 1000;
  const answered = requests - told.errors;
  return {
    requests,
    errors: told.errors,
    perSecond: seconds === 0 ? 0 : requests / seconds,
    ...quantiles(latencies),
    tookMs: answered === 0 ? 0 : told.tookMs / answered,
    isShort: told.isShort,
  };
}

export function quantiles(values: readonly number[]): Pick<Measured, 'p50' | 'p90' | 'p99'> {
  const sorted = values.toSorted((a, b) => a - b);
  /** The quantile by the nearest-rank method. */
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99) };
}
