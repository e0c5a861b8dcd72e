/**
 * A kind of request that both servers are asked: how one is made by chance, and over which indices.
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
 * A request with what is sent before it, and the indices and paths that are deleted before and
 * after.
 */
export interface Case extends Request {
  readonly before?: readonly Request[];
  readonly cleanup?: readonly string[];
  /** What it makes has names that no other case has: it need not be asked alone. */
  readonly isApart?: boolean;
  /**
   * Its texts are not shortened: those that are scripts and templates would be compiled, and
   * servers compile few in a minute.
   */
  readonly wholeTexts?: boolean;
}

/** An index that is there while the area's requests are asked. */
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
  /** What the names of all indices begin with. */
  readonly prefix: string;
  /** The folder of real documents, `NAME.ndjson.gz` each. */
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
