/** The state of a user's action: the error of the last attempt, and whether one is running. */

import { type Signal, useSignal } from '@preact/signals';
import { errorOf } from '../api/failure.js';

export interface Action {
  readonly error: Error | undefined;
  readonly isRunning: boolean;
  /** Resolves with true when the work succeeded. */
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>;
}

export function useAction(): Action {
  const error = useSignal<Error | undefined>(undefined);
  const isRunning = useSignal(false);
  const run = async (work: () => Promise<unknown>) => {
    isRunning.value = true;
    try {
      await work();
      error.value = undefined;
      return true;
    } catch (failure) {
      error.value = errorOf(failure);
      return false;
    } finally {
      isRunning.value = false;
    }
  };
  return { error: error.value, isRunning: isRunning.value, run };
}

/** The actions of a dialog that closes once one has succeeded; then `done` is called. */
export function useClosingAction({
  isOpen,
  done,
}: {
  readonly isOpen: Signal<boolean>;
  readonly done: () => void;
}): Action {
  const action = useAction();
  const run = (work: () => Promise<unknown>) =>
    action.run(async () => {
      await work();
      isOpen.value = false;
      done();
    });
  return { ...action, run };
}
