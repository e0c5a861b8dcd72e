/**
 * Counts the bytes of documents in flight on this node: of requests it coordinates, of writes to
 * its primaries, and of operations sent to its replicas. It only counts and refuses nothing; writes
 * wait in bounded queues.
 */

const STAGES = ['coordinating', 'primary', 'replica'] as const;
type PressureStage = (typeof STAGES)[number];

export interface PressureBytes {
  readonly coordinating: number;
  readonly primary: number;
  readonly replica: number;
  /** Bytes coordinated here, plus those of primaries here that other nodes coordinate. */
  readonly combined: number;
}

export interface PressureReport {
  readonly current: PressureBytes;
  readonly total: PressureBytes;
}

type Counts = { -readonly [K in keyof PressureBytes]: PressureBytes[K] };

const nothing = (): Counts => ({ coordinating: 0, primary: 0, replica: 0, combined: 0 });

export class IndexingPressure {
  readonly #current = nothing();
  readonly #total = nothing();

  get report(): PressureReport {
    return { current: { ...this.#current }, total: { ...this.#total } };
  }

  /**
   * Counts the bytes until the call settles. `isCounted`: another stage on this node has counted
   * them already.
   */
  during<T>(
    stage: PressureStage,
    { bytes, isCounted = false }: { readonly bytes: number; readonly isCounted?: boolean },
    call: () => Promise<T>,
  ): Promise<T> {
    const combined = stage === 'replica' || isCounted ? 0 : bytes;
    this.#current[stage] += bytes;
    this.#current.combined += combined;
    this.#total[stage] += bytes;
    this.#total.combined += combined;
    return call().finally(() => {
      this.#current[stage] -= bytes;
      this.#current.combined -= combined;
    });
  }
}
