/** What is wrong with a script before it runs: Java's class of the fault, its words, and where. */
export class CompileFault extends Error {
  readonly className: string;
  readonly offset: number;
  /** Class of the parser's own fault underneath, as the reference reports one. */
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

/** One that the reference does not say the place of. */
export const UNPLACED_FAULT = -1;

export function nestedTooDeeply(offset: number): CompileFault {
  return new CompileFault(offset, 'script is nested too deeply', 'java.lang.StackOverflowError');
}

export function castFault(offset: number, message: string): CompileFault {
  return new CompileFault(offset, message, 'java.lang.ClassCastException');
}
