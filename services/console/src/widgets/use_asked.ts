/**
 * A request to the cluster for a page. It is sent when the page is opened, when `inputs` change,
 * and every `everyMs`; it is cancelled when the page is left.
 */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { every } from '../browser/clock.js';

export interface Asked<T> {
  /** The last answer, also while the next request is running. */
  readonly value: T | undefined;
  /** The error of the last request. */
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
    // A new request waits for the answer to the last one, to spare a slow cluster.
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
