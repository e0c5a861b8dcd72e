/**
 * A command by which an operator controls the allocation. There is one file per command;
 * `registry.ts` lists them.
 */
import type { JsonObject } from '@skein/content';
import type { Decision } from '../decision.js';
import type { AllocationRun } from '../run.js';

/**
 * The parameters in the request, read by `parseRerouteCommands`: plain data that is sent to the
 * master.
 */
export interface RerouteParameters {
  readonly index: string;
  readonly shard: number;
  /** For `move`. */
  readonly from_node?: string | undefined;
  readonly to_node?: string | undefined;
  /** For all other commands. */
  readonly node?: string | undefined;
  /** For `cancel`. */
  readonly allow_primary?: boolean | undefined;
  /** For `allocate_empty_primary` and `allocate_stale_primary`. */
  readonly accept_data_loss?: boolean | undefined;
}

export interface RerouteCommandType {
  /** The required parameters, and below them the optional ones. */
  readonly required: readonly (keyof RerouteParameters)[];
  readonly optional: readonly (keyof RerouteParameters)[];
  /** The parameters as responses show them, with defaults. */
  readonly shown: (parameters: RerouteParameters) => JsonObject;
  /**
   * Runs the command if it is allowed. Throws illegal_argument_exception when a named thing does
   * not exist or, unless `explains`, when the command is not allowed.
   */
  readonly run: (
    parameters: RerouteParameters,
    run: AllocationRun,
    explains: boolean,
  ) => readonly Decision[];
}
