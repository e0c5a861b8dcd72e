import fc from 'fast-check';
import { BytePace } from './byte_pace.js';
import type { Timers } from './ports.js';

/** A virtual clock that advances on request, from timer to timer. */
class VirtualTime implements Timers {
  #nowMs = 5_000;
  #due: { readonly atMs: number; readonly callback: () => void }[] = [];

  monotonicMs(): number {
    return this.#nowMs;
  }

  after(delayMs: number, callback: () => void) {
    const timer = { atMs: this.#nowMs + delayMs, callback };
    this.#due.push(timer);
    return { cancel: () => this.#drop(timer) };
  }

  #drop(timer: { readonly atMs: number }): void {
    this.#due = this.#due.filter((one) => one !== timer);
  }

  /** Fires all timers that are due by then, each at its time. */
  async pass(ms: number): Promise<void> {
    const untilMs = this.#nowMs + ms;
    for (;;) {
      for (let turn = 0; turn < 5; turn++) await Promise.resolve();
      const next = this.#due.toSorted((a, b) => a.atMs - b.atMs)[0];
      if (next === undefined || next.atMs > untilMs) break;
      this.#drop(next);
      this.#nowMs = next.atMs;
      next.callback();
    }
    this.#nowMs = untilMs;
  }
}

describe('BytePace', () => {
  it('lets no more through than the pace and its burst, whatever is sent when', async () => {
    const senders = fc.array(
      fc.record({
        bytes: fc.integer({ min: 1, max: 5_000 }),
        pauseMs: fc.integer({ min: 0, max: 300 }),
      }),
      { minLength: 1, maxLength: 30 },
    );
    await fc.assert(
      fc.asyncProperty(
        senders,
        fc.integer({ min: 100, max: 100_000 }),
        async (sends, perSecond) => {
          const time = new VirtualTime();
          const pace = new BytePace({ clock: time, timers: time });
          const went: { readonly atMs: number; readonly bytes: number }[] = [];
          for (const { bytes, pauseMs } of sends) {
            await time.pass(pauseMs);
            void pace
              .admit(bytes, perSecond)
              .then(() => went.push({ atMs: time.monotonicMs(), bytes }));
          }
          await time.pass(10_000_000);
          expect(went).toHaveLength(sends.length);
          went.forEach((first, from) => {
            let bytes = 0;
            for (const { atMs, bytes: more } of went.slice(from)) {
              bytes += more;
              const spanMs = atMs - first.atMs;
              // The first chunk of the span may have waited since before the span began.
              const allowed = ((spanMs + 100) * perSecond) / 1000 + first.bytes;
              expect(bytes).toBeLessThanOrEqual(allowed * (1 + 1e-9));
            }
          });
        },
      ),
    );
  });

  it('tells how long it held the caller up', async () => {
    const time = new VirtualTime();
    const pace = new BytePace({ clock: time, timers: time });
    expect(await pace.admit(100, 1_000)).toBe(0);
    const second = pace.admit(500, 1_000);
    const went = jest.fn();
    void second.then(went);
    await time.pass(499);
    expect(went).not.toHaveBeenCalled();
    await time.pass(1);
    expect(went).toHaveBeenCalledWith(500);
  });

  it('holds a caller up from the least time on', async () => {
    const time = new VirtualTime();
    const pace = new BytePace({ clock: time, timers: time });
    const first = pace.admit(101, 1_000);
    await time.pass(1);
    expect(await first).toBe(1);
  });

  it('keeps nobody waiting without a limit', async () => {
    const time = new VirtualTime();
    const pace = new BytePace({ clock: time, timers: time });
    expect(await pace.admit(1_000_000, 0)).toBe(0);
    expect(await pace.admit(1_000_000, -1)).toBe(0);
    expect(time.monotonicMs()).toBe(5_000);
  });

  it('has a limit from the least rate on', async () => {
    const time = new VirtualTime();
    const pace = new BytePace({ clock: time, timers: time });
    const first = pace.admit(1, 1);
    await time.pass(1_000);
    expect(await first).toBe(900);
    const second = pace.admit(1, 0.5);
    await time.pass(2_000);
    expect(await second).toBe(1_900);
  });

  it('takes the pace of each call', async () => {
    const time = new VirtualTime();
    const pace = new BytePace({ clock: time, timers: time });
    const slow = pace.admit(200, 1_000);
    const fast = pace.admit(1_000, 10_000);
    await time.pass(200);
    expect([await slow, await fast]).toEqual([100, 200]);
  });
});
