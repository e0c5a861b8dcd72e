/** A shape of program, to be filled in. */
import type { Generator } from './generator.ts';

export interface Form {
  readonly name: string;
  readonly make: (generator: Generator) => string;
}
