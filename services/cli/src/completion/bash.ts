/**
 * Completion for bash (Bash Reference Manual, "Programmable Completion"): a function that finds the
 * command in the line and offers its subcommands and options.
 */
import { allCommands, type CommandWords } from './words.js';

export function bashCompletion(program: CommandWords): string {
  const cases = allCommands(program).flatMap(caseOf).join('\n');
  return `# bash completion for skein: source <(skein completion bash)
_skein() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" path="" at candidate
  for ((at = 1; at < COMP_CWORD; at++)); do
    candidate="\${path:+$path }\${COMP_WORDS[at]}"
    case "$candidate" in
${allCommands(program)
  .filter(({ path }) => path !== '')
  .map(({ path }) => `      ${quoted(path)}) path="$candidate" ;;`)
  .join('\n')}
    esac
  done
  COMPREPLY=()
  case "$path|$before" in
${valueCases(program)}
  esac
  local words=""
  case "$path" in
${cases}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _skein skein
`;
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function caseOf({ path, subcommands, options, choices }: CommandWords): readonly string[] {
  const names = subcommands.map((sub) => sub.path.split(' ').at(-1) ?? '');
  const flags = options.flatMap((option) => option.flags.filter((flag) => flag.startsWith('--')));
  return [`    ${quoted(path)}) words=${quoted([...names, ...choices, ...flags].join(' '))} ;;`];
}

/**
 * The cases behind an option that takes a value: its choices, or nothing, so that bash offers
 * files.
 */
function valueCases(program: CommandWords): string {
  return allCommands(program)
    .flatMap(({ path, options }) =>
      options
        .filter(({ takesValue }) => takesValue)
        .map(({ flags, choices }) => {
          const pattern = flags.map((flag) => quoted(`${path}|${flag}`)).join(' | ');
          const offer =
            choices.length === 0
              ? ''
              : ` COMPREPLY=($(compgen -W ${quoted(choices.join(' '))} -- "$word"));`;
          return `    ${pattern})${offer} return ;;`;
        }),
    )
    .join('\n');
}
