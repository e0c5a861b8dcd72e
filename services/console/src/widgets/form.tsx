import type { ComponentChildren } from 'preact';
import { Failure } from './failure.js';

interface FormProps {
  /** Why it could not be done the last time. */
  readonly error: Error | undefined;
  readonly submit: () => Promise<unknown>;
  readonly children: ComponentChildren;
}

/** What a reader fills in and sends; the page stays. */
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
