/** The state of a dialog about one item of a list: whether it is open, and the item. */
import { type Signal, useSignal } from '@preact/signals';

export interface Chosen<T> {
  readonly isOpen: Signal<boolean>;
  readonly chosen: T;
  readonly open: (one: T) => void;
}

export function useChosen<T>(first: T): Chosen<T> {
  const isOpen = useSignal(false);
  const chosen = useSignal(first);
  const open = (one: T) => {
    chosen.value = one;
    isOpen.value = true;
  };
  return { isOpen, chosen: chosen.value, open };
}
