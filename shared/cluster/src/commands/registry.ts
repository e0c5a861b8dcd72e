/** Commands by name, and the types that follow from the table. */
import * as all from './all.js';
import type { Command } from './command_type.js';

export const COMMANDS = all;

export type CommandName = keyof typeof COMMANDS;

export type CommandRequest<Name extends CommandName> =
  (typeof COMMANDS)[Name] extends Command<infer Request> ? Request : never;

export function commandOf<Name extends CommandName>(name: Name): Command<CommandRequest<Name>> {
  // The table's member under `name` takes exactly `CommandRequest<Name>`; the compiler cannot see that through the index.
  return COMMANDS[name] as unknown as Command<CommandRequest<Name>>;
}
