/**
 * Gives back to the system what starting has left behind: loading and compiling fill a young heap
 * of many megabytes that an idle service has no use for, and V8 only gives it back when it is told
 * that memory is short. 0.1 s of CPU, once, before anybody waits for an answer.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type CollectGarbage = (options: {
  readonly type: 'major';
  readonly execution: 'sync';
  readonly flavor: 'last-resort';
}) => void;

export function returnMemory(): void {
  // Contexts made from now on have V8's own function for it.
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as CollectGarbage;
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
