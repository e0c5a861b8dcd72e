/**
 * A model of a document as a register that is read, written, and written on condition. Every write
 * has a value of its own, so that a condition on the version that was read is a condition on the
 * value that was read.
 */
import type { SequentialModel } from './linearizability.js';

/** The value of the document; `undefined` when there is no document. */
export type RegisterValue = number | undefined;

export type RegisterInput =
  | { readonly op: 'read' }
  | { readonly op: 'write'; readonly value: RegisterValue }
  /** Writes if nothing has been written since `expected` was read. */
  | { readonly op: 'write_if'; readonly expected: RegisterValue; readonly value: RegisterValue };

export type RegisterOutput =
  | { readonly op: 'read'; readonly value: RegisterValue }
  /**
   * The output of a write. A refused conditional write has no output: after a lost connection it
   * may have been refused because its first attempt was executed.
   */
  | { readonly op: 'written' };

export const DOCUMENT_REGISTER: SequentialModel<RegisterValue, RegisterInput, RegisterOutput> = {
  initial: undefined,
  step: (state, input, output) => {
    switch (input.op) {
      case 'read':
        return output?.op === 'read' && output.value !== state ? undefined : { state };
      case 'write':
        return { state: input.value };
      case 'write_if':
        return state === input.expected ? { state: input.value } : undefined;
    }
  },
  key: String,
};
