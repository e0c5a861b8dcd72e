/** Ends a property test at its first counterexample: nobody reads the smallest one of a mutant. */
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
