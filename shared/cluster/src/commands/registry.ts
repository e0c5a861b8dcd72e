/** Commands by name, and the types derived from the table. */
import * as all from './all.js';
import type { Command } from './command_type.js';

type Requests = {
  readonly [Name in keyof typeof all]: (typeof all)[Name] extends Command<infer Request>
    ? Request
    : never;
};

type CommandTable = { readonly [Name in keyof Requests]: Command<Requests[Name]> };

export type CommandName = keyof Requests;
export type CommandRequest<Name extends CommandName> = Requests[Name];

export const COMMANDS: CommandTable = all;

export function commandOf<Name extends CommandName>(name: Name): Command<CommandRequest<Name>> {
  return COMMANDS[name];
}
