/**
 * What analysis takes from outside of the settings: files of words of the node's config folder,
 * dictionaries of languages, and scripts. All are brought by the thread that builds the analysis.
 */
import { ApiError } from '@skein/errors';
import type { Token } from '../analyzer.js';
import type { IpadicFiles } from '../japanese/ipadic.js';

/** A script in the settings of a filter. */
export interface AnalysisScript {
  readonly source: string;
  readonly lang: string;
}

/** Whether a filter takes the token, which stands at a position counted from 0. */
export type TokenPredicate = (token: Token, position: number) => boolean;

export interface AnalysisOutside {
  /**
   * A file below the config folder; `undefined`: none can be read under the path, which may lead
   * nowhere else.
   */
  readFile(path: string): Uint8Array | undefined;
  /**
   * Names of the files in a folder below the config folder; `undefined`: there is no such folder.
   */
  filesIn(folder: string): readonly string[] | undefined;
  /**
   * The files of IPADIC, a dictionary of Japanese: the same function each time. What is asked of it
   * is read then.
   */
  ipadic(): IpadicFiles;
  /** Throws script_exception and what else a script is refused with. */
  predicate(script: AnalysisScript): TokenPredicate;
  /**
   * What has been made of files that is large and does not change while the process runs:
   * dictionaries by name. Absent: it is made anew each time.
   */
  readonly kept?: Map<string, unknown>;
  /**
   * Nothing is read or compiled: the analysis made here is looked up, and used in other threads.
   */
  readonly elsewhere?: boolean;
}

/** Thrown where a text is analysed in a thread that has left the dictionary to others. */
export class ReadElsewhere extends Error {}

/** Of tests, and of whoever has no files: there are none, and no scripts. */
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

/** Of the main thread, which reads no files and compiles no scripts. */
export const ELSEWHERE: AnalysisOutside = {
  readFile: () => new Uint8Array(0),
  filesIn: () => [],
  ipadic: () => fileElsewhere,
  predicate: () => () => false,
  elsewhere: true,
};

/** The same, telling when something is asked of it. */
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
