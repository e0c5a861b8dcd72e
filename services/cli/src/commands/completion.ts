/** `skein completion`: prints a script with which a shell completes the words of this command. */
import { Argument, Command } from 'commander';
import { bashCompletion } from '../completion/bash.js';
import { wordsOf } from '../completion/words.js';
import { zshCompletion } from '../completion/zsh.js';

const HELP = `
Examples:
  source <(skein completion bash)                               for bash, in ~/.bashrc
  skein completion zsh > "\${fpath[1]}/_skein"                    once, for zsh
`;

const SHELLS = { bash: bashCompletion, zsh: zshCompletion } as const;

/** `program` gives the program with all its commands. */
export function completionCommand(program: () => Promise<Command>): Command {
  return new Command('completion')
    .description('print a completion script for a shell')
    .addArgument(new Argument('<shell>', 'shell').choices(Object.keys(SHELLS)))
    .addHelpText('after', HELP)
    .action(async (shell: keyof typeof SHELLS) => {
      process.stdout.write(SHELLS[shell](wordsOf(await program())));
    });
}
