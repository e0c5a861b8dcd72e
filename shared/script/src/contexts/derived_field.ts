/** Derived fields: `emit(…)` emits a value; values are collected in order. */
import type { JList, Value } from '@skein/java';
import { DOC, PARAMS, type ScriptContext } from './context_type.js';

const SCRIPT = 'org.opensearch.script.DerivedFieldScript';

/** The list to which `emit` adds while a script runs. */
let emitted: JList | undefined;

/** Runs a script of this context and returns the values it emitted. */
export function collectEmitted(into: JList, run: () => void): JList {
  const outer = emitted;
  emitted = into;
  try {
    run();
  } finally {
    emitted = outer;
  }
  return into;
}

function emit(value: Value): void {
  emitted?.add(value);
}

function emitPoint(lat: number, lon: number): void {
  emitted?.add(`${lat}, ${lon}`);
}

export const derivedField: ScriptContext = {
  name: 'derived_field',
  variables: [PARAMS, DOC, { name: 'emittedValues', type: 'java.util.List' }],
  paramsHaveDocument: true,
  returns: 'void',
  functions: [
    {
      owner: 'derived_field',
      name: 'emit',
      boundArguments: 1,
      scriptClass: SCRIPT,
      parameters: ['def'],
      returns: 'void',
      run: emit,
    },
    {
      owner: 'derived_field',
      name: 'emit',
      boundArguments: 1,
      scriptClass: SCRIPT,
      parameters: ['double', 'double'],
      returns: 'void',
      run: emitPoint,
    },
  ],
};
