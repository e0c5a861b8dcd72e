/** The `skein` command line. */
import { Command } from 'commander';

/**
 * The commands by name. A command is loaded when it is named, or when all are listed: a node does
 * not need the authorization service's code.
 */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  node: async () => (await import('./commands/node.js')).nodeCommand(),
  auth: async () => (await import('./commands/auth.js')).authCommand(),
  'node-id': async () => (await import('./commands/node_id.js')).nodeIdCommand(),
  export: async () => (await import('./commands/export.js')).exportCommand(),
  import: async () => (await import('./commands/import.js')).importCommand(),
  keystore: async () => (await import('./commands/keystore.js')).keystoreCommand(),
  certs: async () => (await import('./commands/certs.js')).certsCommand(),
  'check-index': async () => (await import('./commands/check_index.js')).checkIndexCommand(),
  console: async () => (await import('./commands/console.js')).consoleCommand(),
  status: async () => (await import('./commands/status.js')).statusCommand(),
  top: async () => (await import('./commands/top.js')).topCommand(),
  doctor: async () => (await import('./commands/doctor.js')).doctorCommand(),
  support: async () => (await import('./commands/support.js')).supportCommand(),
  profile: async () => (await import('./commands/profile.js')).profileCommand(),
  bench: async () => (await import('./commands/bench.js')).benchCommand(),
  completion: async () =>
    (await import('./commands/completion.js')).completionCommand(() => programOf('', undefined)),
};

export async function runProgram(argv: readonly string[], version: string): Promise<void> {
  const program = await programOf(version, argv[2]);
  await program.parseAsync([...argv]);
}

/** The program with only the command of that name if it exists, else with all commands. */
async function programOf(version: string, name: string | undefined): Promise<Command> {
  const program = new Command('skein')
    .description(
      'Skein: a distributed search engine that speaks the Elasticsearch and OpenSearch API',
    )
    .version(version, '-V, --version')
    .enablePositionalOptions()
    .showHelpAfterError('(skein --help lists the commands)');
  for (const command of await commandsFor(name)) program.addCommand(command);
  return program;
}

function commandsFor(name: string | undefined): Promise<readonly Command[]> {
  const named = Object.entries(COMMANDS).filter(([known]) => known === name);
  const wanted = named.length > 0 ? named : Object.entries(COMMANDS);
  return Promise.all(wanted.map(([, load]) => load()));
}
