/** The Painless language: compiles source for a context to a runnable script. */

import { asThrowable, type ClassRegistry, restoreMeter, startMeter, type Value } from '@skein/java';
import type { CompileOptions } from '../language_type.js';
import { CLASSES, contextClasses } from './classes.js';
import type { DocumentAccess } from './compile/document_access.js';
import { compileProgram, type Program, type Signature } from './compile/program.js';
import type { Specialization } from './compile/specialized.js';
import type { DocBlock } from './runtime/slots.js';
import { compileError, runtimeError } from './script_error.js';
import { CompileFault } from './syntax/compile_fault.js';

/** The options of the node: Painless has none of a script. */
type PainlessOptions = Pick<CompileOptions, 'regexes'>;

/** The number of type specializations that are cached per script. */
const MAX_SPECIALIZATIONS = 16;
/** OpenSearch's limit of a script's length in characters. */
const MAX_SOURCE = 16_384 * 4;

export interface CompiledScript {
  readonly source: string;
  /**
   * Runs the script with the context's variables in declaration order; throws `script_exception`.
   */
  readonly run: (a?: unknown, b?: unknown, c?: unknown, d?: unknown, e?: unknown) => Value;
  /**
   * Runs the script for each row of the block that `doc` belongs to and stores the results there;
   * defined for document scripts that return a number or a boolean. Returns the row it reached: a
   * row before the block's end if the script fails there. Throws if it fails in the first row.
   */
  readonly runRows: ((block: DocBlock, ...values: unknown[]) => number) | undefined;
  /** The context's variables that the script uses: the others need not be looked up. */
  readonly used: ReadonlySet<string>;
  /** The fields and parameters that the script reads by constant names. */
  readonly access: DocumentAccess;
  /**
   * The same script with static types for the fields and parameters it reads: `doc` and `params`
   * are `SlotMap`s with slots in the order of `special`. The result is cached for the next request
   * with the same types.
   */
  readonly specialize: (special: Specialization) => CompiledScript;
  /** The emitted JavaScript, for the test that no character of the script reaches it. */
  readonly emitted: string;
}

/** `regexes` is true if the script may have regex literals. */
export function compilePainless(
  source: string,
  signature: Signature,
  options: PainlessOptions = { regexes: true },
): CompiledScript {
  const program = compileChecked(source, signature, options);
  return runnable(program, { source, signature, options });
}

interface Origin {
  readonly source: string;
  readonly signature: Signature;
  readonly options: PainlessOptions;
}

function runnable(program: Program, origin: Origin): CompiledScript {
  const { source } = origin;
  // Parameters are explicit: a rest parameter would allocate an array for each of a million
  // documents.
  const run: CompiledScript['run'] = (a, b, c, d, e) => {
    const outer = startMeter();
    try {
      return program.run(a, b, c, d, e);
    } catch (error) {
      throw told(error, source, program);
    } finally {
      restoreMeter(outer);
    }
  };
  const { used, access, text: emitted } = program;
  const script: CompiledScript = {
    source,
    run,
    runRows: rowsRunner(program, source),
    used,
    access,
    emitted,
    specialize: specializer(origin, () => script),
  };
  return script;
}

function rowsRunner(program: Program, source: string): CompiledScript['runRows'] {
  const { runRows } = program;
  if (runRows === undefined) return undefined;
  return (block, ...values) => {
    const outer = startMeter();
    block.row = block.from - 1;
    try {
      runRows(...values);
    } catch (error) {
      if (block.row === block.from) throw told(error, source, program);
    } finally {
      restoreMeter(outer);
    }
    return block.row;
  };
}

/** Converts an error of the script to an API error; other errors are unchanged. */
function told(error: unknown, source: string, { statements }: Program): unknown {
  const thrown = asThrowable(error);
  return thrown === undefined ? error : runtimeError(source, statements, thrown);
}

/**
 * If the types contradict the script's text, they are left to run time: the unspecialized script is
 * used.
 */
function specializer(
  { source, signature, options }: Origin,
  plain: () => CompiledScript,
): CompiledScript['specialize'] {
  const known = new Map<string, CompiledScript>();
  return (special) => {
    const key = JSON.stringify([[...special.fields], [...special.params]]);
    let found = known.get(key);
    if (found === undefined) {
      found = specialized(source, signature, { ...options, special }) ?? plain();
      if (known.size >= MAX_SPECIALIZATIONS) known.clear();
      known.set(key, found);
    }
    return found;
  };
}

function specialized(
  source: string,
  signature: Signature,
  options: PainlessOptions & { readonly special: Specialization },
): CompiledScript | undefined {
  try {
    const program = compileProgram(source, signature, {
      registry: classesOf(signature),
      ...options,
    });
    return runnable(program, { source, signature, options });
  } catch (error) {
    if (error instanceof CompileFault) return undefined;
    throw error;
  }
}

const classesOf = ({ name }: Signature): ClassRegistry =>
  name === undefined ? CLASSES : contextClasses(name);

function compileChecked(source: string, signature: Signature, options: PainlessOptions): Program {
  try {
    if (source.length > MAX_SOURCE)
      throw new CompileFault(0, `Scripts may be no longer than ${MAX_SOURCE} characters.`);
    return compileProgram(source, signature, { registry: classesOf(signature), ...options });
  } catch (error) {
    if (!(error instanceof CompileFault)) throw error;
    throw compileError(source, error);
  }
}
