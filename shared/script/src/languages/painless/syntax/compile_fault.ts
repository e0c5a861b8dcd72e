/**
 * An error found before the script runs: Java's class of the error, its message, and its position.
 */
export class CompileFault extends Error {
  readonly className: string;
  readonly offset: number;
  /** The class of the parser's own error that OpenSearch reports as the cause. */
  readonly under: string | undefined;

  constructor(
    offset: number,
    message: string,
    className = 'java.lang.IllegalArgumentException',
    under?: string,
  ) {
    super(message);
    this.offset = offset;
    this.className = className;
    this.under = under;
  }
}

export function fault(offset: number, message: string): CompileFault {
  return new CompileFault(offset, message);
}

/** The offset of an error for which OpenSearch reports no position. */
export const UNPLACED_FAULT = -1;

export function nestedTooDeeply(offset: number): CompileFault {
  return new CompileFault(offset, 'script is nested too deeply', 'java.lang.StackOverflowError');
}

export function castFault(offset: number, message: string): CompileFault {
  return new CompileFault(offset, message, 'java.lang.ClassCastException');
}
