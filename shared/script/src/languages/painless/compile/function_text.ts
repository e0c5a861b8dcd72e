/**
 * The frame of every emitted function: counters, the position of the last step, and error handling.
 */

import { MAX_LOOP_TURNS } from '@skein/java';
import type { FunctionFrame } from './scope.js';

interface FunctionParts {
  /** The name; empty for a lambda. */
  readonly name: string;
  readonly parameters: readonly string[];
  readonly body: string;
}

export function functionText(
  frame: FunctionFrame,
  { name, parameters, body }: FunctionParts,
): string {
  const { unit } = frame;
  const own = ['p=-1', ...(frame.hasLoops ? [`L=${MAX_LOOP_TURNS}`] : []), ...frame.temporaries];
  const head =
    name === '' ? `(${parameters.join(',')})=>` : `function ${name}(${parameters.join(',')})`;
  const trace = `catch(e){throw ${unit.use('trace')}(e,p);}`;
  // A run starts here: the depth of frames is counted from the functions it calls.
  if (frame.isMain) return `${head}{let ${own.join(',')};try{${body}}${trace}}`;
  const enter = `${unit.use('enter')}();`;
  const guard = `${trace}finally{${unit.use('leave')}();}`;
  return `${head}{let ${own.join(',')};try{${enter}${body}}${guard}}`;
}
