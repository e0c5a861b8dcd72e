/** This node's periodic report about itself: its disk space and its load. */
import type { TimerHandle, Timers } from '@skein/base';
import { GOSSIP_KEYS } from './gossip_keys.js';

/** Other nodes treat values older than two intervals as stale. */
const INTERVAL_MS = 5000;

interface SelfReportParts {
  readonly timers: Timers;
  readonly disk: () => { readonly totalBytes: number; readonly availableBytes: number };
  /** Number of searches that wait for a thread. */
  readonly searchQueue: () => number;
  readonly say: (key: string, value: string) => void;
}

interface DiskReport {
  readonly totalBytes: number;
  readonly freeBytes: number;
}

interface LoadReport {
  readonly searchQueue: number;
}

export class SelfReport {
  readonly #parts: SelfReportParts;
  readonly #said = new Map<string, string>();
  #timer: TimerHandle | undefined;
  #stopped = false;

  constructor(parts: SelfReportParts) {
    this.#parts = parts;
  }

  start(): void {
    const { timers, disk, searchQueue } = this.#parts;
    const { totalBytes, availableBytes: freeBytes } = disk();
    const room: DiskReport = { totalBytes, freeBytes: rounded(freeBytes, totalBytes) };
    const load: LoadReport = { searchQueue: searchQueue() };
    this.#say(GOSSIP_KEYS.disk, JSON.stringify(room));
    this.#say(GOSSIP_KEYS.load, JSON.stringify(load));
    if (!this.#stopped) this.#timer = timers.after(INTERVAL_MS, () => this.start());
  }

  stop(): void {
    this.#stopped = true;
    this.#timer?.cancel();
  }

  /** Skips values that have not changed. */
  #say(key: string, value: string): void {
    if (this.#said.get(key) === value) return;
    this.#said.set(key, value);
    this.#parts.say(key, value);
  }
}

/** Rounds to a thousandth of the disk, since no decision depends on less. */
function rounded(freeBytes: number, totalBytes: number): number {
  const step = Math.max(1, Math.ceil(totalBytes / 1000));
  return Math.floor(freeBytes / step) * step;
}

/** Undefined if nothing valid was received. */
export function readDiskReport(text: string | undefined): DiskReport | undefined {
  const { totalBytes, freeBytes } = numbersOf(text);
  return totalBytes === undefined || freeBytes === undefined
    ? undefined
    : { totalBytes, freeBytes };
}

export function readLoadReport(text: string | undefined): LoadReport | undefined {
  const { searchQueue } = numbersOf(text);
  return searchQueue === undefined ? undefined : { searchQueue };
}

function numbersOf(text: string | undefined): Readonly<Partial<Record<string, number>>> {
  if (text === undefined) return {};
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json !== 'object' || json === null) return {};
    const isSize = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;
    return Object.fromEntries(Object.entries(json).filter(([, value]) => isSize(value)));
  } catch {
    return {};
  }
}
