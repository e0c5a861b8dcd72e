import type { ComponentChildren } from 'preact';
import { Failure } from './failure.js';

interface FormProps {
  /** The error of the last attempt. */
  readonly error: Error | undefined;
  readonly submit: () => Promise<unknown>;
  readonly children: ComponentChildren;
}

/** A form that is submitted without leaving the page. */
export function Form({ error, submit, children }: FormProps) {
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {error === undefined ? null : <Failure error={error} />}
      {children}
    </form>
  );
}
