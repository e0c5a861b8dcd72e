/** What an operator asks of the allocation. One file a command; `registry.ts` lists them. */
import type { JsonObject } from '@skein/content';
import type { Decision } from '../decision.js';
import type { AllocationRun } from '../run.js';

/** As the request has it, read by `parseRerouteCommands`: plain data, which travels to the master. */
export interface RerouteParameters {
  readonly index: string;
  readonly shard: number;
  /** `move`. */
  readonly from_node?: string | undefined;
  readonly to_node?: string | undefined;
  /** The others. */
  readonly node?: string | undefined;
  /** `cancel`. */
  readonly allow_primary?: boolean | undefined;
  /** `allocate_empty_primary`, `allocate_stale_primary`. */
  readonly accept_data_loss?: boolean | undefined;
}

export interface RerouteCommandType {
  /** Parameters that must be given, and those that may. */
  readonly required: readonly (keyof RerouteParameters)[];
  readonly optional: readonly (keyof RerouteParameters)[];
  /** What answers show beside what was given. */
  readonly shown: (parameters: RerouteParameters) => JsonObject;
  /**
   * Does it if it may be done. Throws illegal_argument_exception when what it names is not there, or, unless `explains`, when it may not.
   */
  readonly run: (
    parameters: RerouteParameters,
    run: AllocationRun,
    explains: boolean,
  ) => readonly Decision[];
}
