/**
 * The words that completion offers: commands and their options, read from the commands themselves.
 */
import type { Command } from 'commander';

export interface CommandWords {
  /** The command's words, as in `auth users add`; empty for the program itself. */
  readonly path: string;
  readonly description: string;
  readonly subcommands: readonly CommandWords[];
  readonly options: readonly OptionWords[];
  /** The possible words of the first argument; empty when any word or a file is possible. */
  readonly choices: readonly string[];
}

export interface OptionWords {
  readonly flags: readonly string[];
  readonly description: string;
  /** True when the option is followed by a value. */
  readonly takesValue: boolean;
  /** The possible values; empty when any value or a file is possible. */
  readonly choices: readonly string[];
}

export function wordsOf(command: Command, path = ''): CommandWords {
  return {
    path,
    description: command.description(),
    subcommands: command.commands.map((sub) => wordsOf(sub, `${path} ${sub.name()}`.trim())),
    options: [...command.options.map(optionWords), HELP],
    choices: command.registeredArguments[0]?.argChoices ?? [],
  };
}

const HELP: OptionWords = {
  flags: ['-h', '--help'],
  description: 'show help',
  takesValue: false,
  choices: [],
};

function optionWords(option: Command['options'][number]): OptionWords {
  return {
    flags: [option.short, option.long].filter((flag) => flag !== undefined),
    description: option.description,
    takesValue: option.required || option.optional,
    choices: option.argChoices ?? [],
  };
}

/** The command itself and all commands below it. */
export function allCommands(command: CommandWords): readonly CommandWords[] {
  return [command, ...command.subcommands.flatMap(allCommands)];
}
