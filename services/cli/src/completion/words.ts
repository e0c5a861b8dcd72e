/** Commands and their options, as completion offers them: read from the commands themselves. */
import type { Command } from 'commander';

export interface CommandWords {
  /** `auth users add`; empty for the program itself. */
  readonly path: string;
  readonly description: string;
  readonly subcommands: readonly CommandWords[];
  readonly options: readonly OptionWords[];
}

export interface OptionWords {
  readonly flags: readonly string[];
  readonly description: string;
  /** Whether a value follows. */
  readonly takesValue: boolean;
  /** Values that there are; empty: any, or a file. */
  readonly choices: readonly string[];
}

export function wordsOf(command: Command, path = ''): CommandWords {
  return {
    path,
    description: command.description(),
    subcommands: command.commands.map((sub) => wordsOf(sub, `${path} ${sub.name()}`.trim())),
    options: [...command.options.map(optionWords), HELP],
  };
}

const HELP: OptionWords = {
  flags: ['-h', '--help'],
  description: 'what it does',
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

/** All commands below and with this one. */
export function allCommands(command: CommandWords): readonly CommandWords[] {
  return [command, ...command.subcommands.flatMap(allCommands)];
}
