/** The language: source and context in, a script that can be run out. */
import type { CompileOptions } from '../language_type.js';
import { CLASSES } from './classes.js';
import { compileProgram, type Signature } from './compile/program.js';
import { restoreMeter, startMeter } from './runtime/meter.js';
import { asThrowable } from './runtime/throwable.js';
import { compileError, runtimeError } from './script_error.js';
import { CompileFault } from './syntax/compile_fault.js';

/** The reference's limit of a script's length in characters. */
const MAX_SOURCE = 16_384 * 4;

export interface CompiledScript {
  readonly source: string;
  /** Runs with the context's variables in the order it declares them; throws `script_exception`. */
  readonly run: (a?: unknown, b?: unknown, c?: unknown, d?: unknown, e?: unknown) => unknown;
  /** The variables of the context the script mentions: the others need not be looked up. */
  readonly used: ReadonlySet<string>;
  /** The emitted JavaScript, for the test that no character of the script reaches it. */
  readonly emitted: string;
}

/** `regexes`: whether the script may have regex literals. */
export function compilePainless(
  source: string,
  signature: Signature,
  options: CompileOptions = { regexes: true },
): CompiledScript {
  const program = compileChecked(source, signature, options);
  // Written out: a list of arguments would be made for each of a million documents.
  const run: CompiledScript['run'] = (a, b, c, d, e) => {
    const outer = startMeter();
    try {
      return program.run(a, b, c, d, e);
    } catch (error) {
      const thrown = asThrowable(error);
      if (thrown === undefined) throw error;
      throw runtimeError(source, program.statements, thrown);
    } finally {
      restoreMeter(outer);
    }
  };
  return { source, run, used: program.used, emitted: program.text };
}

function compileChecked(
  source: string,
  signature: Signature,
  options: CompileOptions,
): ReturnType<typeof compileProgram> {
  try {
    if (source.length > MAX_SOURCE)
      throw new CompileFault(0, `Scripts may be no longer than ${MAX_SOURCE} characters.`);
    return compileProgram(source, signature, { registry: CLASSES, ...options });
  } catch (error) {
    if (!(error instanceof CompileFault)) throw error;
    throw compileError(source, error);
  }
}
