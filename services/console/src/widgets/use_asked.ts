/**
 * What a page asks the cluster for: asked when it is opened and when `inputs` change, again every
 * `everyMs`, given up when the page is left.
 */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { every } from '../browser/clock.js';

export interface Asked<T> {
  /** The last answer, while another is on its way too. */
  readonly value: T | undefined;
  /** Why there is no newer one. */
  readonly error: Error | undefined;
  readonly again: () => void;
}

interface AskedOptions {
  readonly inputs?: readonly unknown[];
  readonly everyMs?: number;
}

export function useAsked<T>(
  load: (signal: AbortSignal) => Promise<T>,
  { inputs = [], everyMs }: AskedOptions = {},
): Asked<T> {
  const state = useSignal<{ readonly value?: T; readonly error?: Error }>({});
  const running = useRef<AbortController | undefined>(undefined);
  const isAnswered = useRef(true);
  const latest = useRef(load);
  latest.current = load;
  const again = () => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    isAnswered.current = false;
    latest.current(controller.signal).then(
      (value) => {
        if (controller.signal.aborted) return;
        isAnswered.current = true;
        state.value = { value };
      },
      (error: Error) => {
        if (controller.signal.aborted) return;
        isAnswered.current = true;
        state.value = { ...state.value, error };
      },
    );
  };
  useEffect(() => {
    again();
    // A cluster that answers late is not asked more than it can answer.
    const onceMore = () => {
      if (isAnswered.current) again();
    };
    const stop = everyMs === undefined ? undefined : every(everyMs, onceMore);
    return () => {
      stop?.();
      running.current?.abort();
    };
  }, inputs);
  return { value: state.value.value, error: state.value.error, again };
}
