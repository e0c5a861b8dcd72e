/**
 * Everything that analysis takes from outside of the settings: word files of the node's config
 * folder, dictionaries of languages, and scripts. The thread that builds the analysis provides
 * them.
 */
import { LeftToAnotherThread } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { Token } from '../analyzer.js';
import type { HunspellDictionary } from '../hunspell/dictionary.js';
import type { IpadicFiles } from '../japanese/ipadic.js';

/** A script in the settings of a filter. */
export interface AnalysisScript {
  readonly source: string;
  readonly lang: string;
}

/** True when a filter takes the token, which stands at a position counted from 0. */
export type TokenPredicate = (token: Token, position: number) => boolean;

export interface AnalysisOutside {
  /**
   * A file below the config folder; `undefined` when no file can be read under the path. The path
   * may not lead out of the folder.
   */
  readFile(path: string): Uint8Array | undefined;
  /**
   * Names of the files in a folder below the config folder; `undefined` when there is no such
   * folder.
   */
  filesIn(folder: string): readonly string[] | undefined;
  /**
   * Access to the files of IPADIC, a dictionary of Japanese: the same function on every call. It
   * reads a file when that is asked for.
   */
  ipadic(): IpadicFiles;
  /** Compiles a script. Throws `script_exception` and the other errors that refuse a script. */
  predicate(script: AnalysisScript): TokenPredicate;
  /**
   * Large data built from files that does not change while the process runs: dictionaries by name.
   * When absent, they are built anew each time.
   */
  readonly kept?: Map<string, HunspellDictionary>;
  /**
   * True when nothing is read or compiled: this analysis only answers look-ups, and other threads
   * run it.
   */
  readonly elsewhere?: boolean;
}

/** Thrown when a text is analyzed in a thread that leaves the dictionary to other threads. */
export class ReadElsewhere extends LeftToAnotherThread {}

/** Provides no files and no scripts, for tests and callers that have none. */
export const NOTHING_OUTSIDE: AnalysisOutside = {
  readFile: () => undefined,
  filesIn: () => undefined,
  ipadic: () => noFile,
  predicate: () => {
    throw new ApiError('illegal_state_exception', 'no scripts are run here');
  },
};

function noFile(): never {
  throw new ApiError('illegal_state_exception', 'no dictionary is read here');
}

function fileElsewhere(): never {
  throw new ReadElsewhere('a dictionary is read in other threads');
}

/** For the main thread, which reads no files and compiles no scripts. */
export const ELSEWHERE: AnalysisOutside = {
  readFile: () => new Uint8Array(0),
  filesIn: () => [],
  ipadic: () => fileElsewhere,
  predicate: () => () => false,
  elsewhere: true,
};

/** Wraps `outside` so that `asked` is called whenever something is taken from it. */
export function watched(outside: AnalysisOutside, asked: () => void): AnalysisOutside {
  const asking = <A extends readonly unknown[], R>(ask: (...asks: A) => R) => {
    return (...asks: A): R => {
      asked();
      return ask(...asks);
    };
  };
  return {
    readFile: asking((path: string) => outside.readFile(path)),
    filesIn: asking((folder: string) => outside.filesIn(folder)),
    ipadic: asking(() => outside.ipadic()),
    predicate: asking((script: AnalysisScript) => outside.predicate(script)),
    elsewhere: outside.elsewhere === true,
    ...(outside.kept === undefined ? {} : { kept: outside.kept }),
  };
}
