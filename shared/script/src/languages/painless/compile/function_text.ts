/** The frame every emitted function has: counters, the place of the last step, and what to do when something is thrown. */

import { MAX_LOOP_TURNS } from '../runtime/meter.js';
import type { FunctionFrame } from './scope.js';

export interface FunctionParts {
  /** Empty for a lambda. */
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
  // A run begins here: frames are counted from the functions it calls.
  if (frame.isMain) return `${head}{let ${own.join(',')};try{${body}}${trace}}`;
  const enter = `${unit.use('enter')}();`;
  const guard = `${trace}finally{${unit.use('leave')}();}`;
  return `${head}{let ${own.join(',')};try{${enter}${body}}${guard}}`;
}
