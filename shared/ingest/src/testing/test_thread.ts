/** The pipelines of a thread without the thread, for tests. */
import type { Clock } from '@skein/base';
import { encodeJson, type JsonObject, type JsonValue, parseJson } from '@skein/content';
import { ScriptService } from '@skein/script';
import type { Stopwatch } from '../bounded_run.js';
import type { IngestPorts } from '../ingest_ports.js';
import { IngestThread } from '../ingest_thread.js';

/** 2026-11-26T00:00:00Z */
export const NOW_MS = 1_795_651_200_000;

const CLOCK: Clock = { nowMs: () => NOW_MS, monotonicMs: () => 0 };

const UNBOUNDED: Stopwatch = {
  run: (_limitMs, work) => {
    work();
    return true;
  },
  isWaiting: () => false,
};

export interface TestParts {
  readonly ports?: Partial<IngestPorts>;
  readonly stopwatch?: Stopwatch;
  readonly matchLimitMs?: number;
}

export function testThread({ ports, stopwatch, matchLimitMs }: TestParts = {}): IngestThread {
  return new IngestThread({
    scripts: new ScriptService(CLOCK),
    stopwatch: stopwatch ?? UNBOUNDED,
    matchLimitMs: matchLimitMs ?? 1000,
    ports: {
      clock: CLOCK,
      digest: () => new Uint8Array(0),
      configFile: () => undefined,
      userAgentExpressions: () => '',
      extract: () => {
        throw new TypeError('files are read in another thread');
      },
      ...ports,
    },
  });
}

/** Runs `_simulate` with the bytes of a request. */
export function simulateBytes(thread: IngestThread, body: Uint8Array, verbose = false): JsonObject {
  const { bytes } = thread.answers.simulate({ body, id: undefined, verbose });
  return parseJson(bytes) as JsonObject;
}

export interface Simulated {
  readonly _source?: JsonObject;
  readonly _ingest?: JsonObject;
  readonly error?: JsonObject;
  readonly [metadata: string]: JsonValue | undefined;
}

/** The result of each document; null if it is dropped. */
export function simulated(
  processors: readonly JsonValue[],
  sources: readonly JsonObject[],
  { thread = testThread(), ...pipeline }: { thread?: IngestThread; on_failure?: JsonValue } = {},
): readonly (Simulated | null)[] {
  const docs = sources.map((source) => ({ _source: source }));
  const body = encodeJson({ pipeline: { processors, ...pipeline }, docs });
  const { docs: results } = simulateBytes(thread, body);
  return (results as readonly (JsonObject | null)[]).map(
    (result) => result && ((result.doc ?? result) as Simulated),
  );
}
