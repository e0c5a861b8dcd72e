/** Runs scripts for tests of Java's library. */
import { ApiError } from '@skein/errors';
import { JMap } from '@skein/java';
import { scriptContext } from '../../contexts/registry.js';
import { compilePainless } from './painless.js';

export const run = (source: string): unknown =>
  compilePainless(source, scriptContext('painless_test')).run(new JMap());

export const shown = (expression: string): unknown => run(`return String.valueOf(${expression})`);

/** The innermost reason why a script fails. */
export function faultOf(source: string): string {
  try {
    run(source);
  } catch (thrown) {
    let cause = thrown;
    while (cause instanceof ApiError && cause.cause !== undefined) cause = cause.cause;
    return cause instanceof ApiError ? cause.reason : String(cause);
  }
  return 'no fault';
}
