/**
 * Completion for zsh (zsh manual, "Completion System"): one function a command, with a
 * specification of its options for `_arguments`.
 */
import { allCommands, type CommandWords, type OptionWords } from './words.js';

export function zshCompletion(program: CommandWords): string {
  const functions = allCommands(program).map(functionOf).join('\n');
  return `#compdef skein
# zsh completion for skein: source <(skein completion zsh)
${functions}
if [ "$funcstack[1]" = "_skein" ]; then
  _skein "$@"
else
  compdef _skein skein
fi
`;
}

const nameOf = (path: string) => `_skein${path === '' ? '' : `_${path.replaceAll(/[ -]/g, '_')}`}`;
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
/** Escapes a description for `_arguments` and `_describe`. */
const escaped = (text: string) => text.replaceAll(/[\\[\]:]/g, '\\$&');

function functionOf(command: CommandWords): string {
  const { path, subcommands, options, choices } = command;
  const specs = options.flatMap(specsOf).map((spec) => `    ${quoted(spec)} \\`);
  if (subcommands.length === 0) {
    const words = choices.length === 0 ? '*:file:_files' : `1:word:(${choices.join(' ')})`;
    return `${nameOf(path)}() {\n  _arguments -s -S \\\n${specs.join('\n')}\n    ${quoted(words)}\n}`;
  }
  const names = subcommands.map(
    (sub) => `    ${quoted(`${sub.path.split(' ').at(-1)}:${escaped(sub.description)}`)}`,
  );
  const cases = subcommands.map(
    (sub) => `        ${quoted(sub.path.split(' ').at(-1) ?? '')}) ${nameOf(sub.path)} ;;`,
  );
  return `${nameOf(path)}() {
  local context state state_descr line
  typeset -A opt_args
  local -a commands
  commands=(
${names.join('\n')}
  )
  _arguments -C \\
${specs.join('\n')}
    '1:command:->command' '*::argument:->argument'
  case "$state" in
    command) _describe command commands ;;
    argument)
      case "$line[1]" in
${cases.join('\n')}
      esac ;;
  esac
}`;
}

function specsOf({ flags, description, takesValue, choices }: OptionWords): readonly string[] {
  const value = choices.length === 0 ? ':value:_files' : `:value:(${choices.join(' ')})`;
  return flags.map((flag) => `${flag}[${escaped(description)}]${takesValue ? value : ''}`);
}
