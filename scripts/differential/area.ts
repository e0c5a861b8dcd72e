/**
 * A kind of request that both servers are sent: how one is generated at random, and over which
 * indices.
 */
import type { Dice } from './dice.ts';
import type { Json } from './json.ts';

export interface Request {
  readonly method: string;
  readonly path: string;
  /** An array is sent as lines (NDJSON). */
  readonly body?: Json;
}

/**
 * A request with the requests sent before it, and the indices and paths that are deleted before and
 * after it.
 */
export interface Case extends Request {
  readonly before?: readonly Request[];
  readonly cleanup?: readonly string[];
  /**
   * True when the names of everything that the case creates occur in no other case, so that it may
   * run beside others.
   */
  readonly isApart?: boolean;
  /**
   * True when shrinking must not shorten the texts: scripts and templates would be compiled, and
   * servers compile few per minute.
   */
  readonly wholeTexts?: boolean;
}

/** An index that exists while the area's requests are sent. */
export interface IndexPlan {
  readonly name: string;
  readonly body: Json;
  /** Documents in the order in which they are indexed; their ids count from 1. */
  readonly documents: readonly Json[];
  /** Ids and routing of the documents, where their ids do not count from 1. */
  readonly actions?: readonly Json[];
}

export interface Surroundings {
  readonly dice: Dice;
  /** The prefix of the names of all indices. */
  readonly prefix: string;
  /** The folder of real documents, with files `NAME.ndjson.gz`. */
  readonly data: string;
  /** The folder of recorded requests, for the area that changes them. */
  readonly cases: string;
}

export interface Prepared {
  readonly indices: readonly IndexPlan[];
  readonly next: () => Case;
}

export interface Area {
  readonly name: string;
  prepare(surroundings: Surroundings): Prepared;
}
