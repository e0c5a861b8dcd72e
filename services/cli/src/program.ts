/** The `skein` command line. */
import { Command } from 'commander';

/** By name. A command is loaded when it is named, or when all are to be listed: a node has no use for the authorization service's code. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  node: async () => (await import('./commands/node.js')).nodeCommand(),
  auth: async () => (await import('./commands/auth.js')).authCommand(),
  'node-id': async () => (await import('./commands/node_id.js')).nodeIdCommand(),
  export: async () => (await import('./commands/export.js')).exportCommand(),
  import: async () => (await import('./commands/import.js')).importCommand(),
  keystore: async () => (await import('./commands/keystore.js')).keystoreCommand(),
  certs: async () => (await import('./commands/certs.js')).certsCommand(),
  'check-index': async () => (await import('./commands/check_index.js')).checkIndexCommand(),
};

export async function runProgram(argv: readonly string[], version: string): Promise<void> {
  const program = new Command('skein')
    .description(
      'Skein: a distributed search engine that speaks the Elasticsearch and OpenSearch API',
    )
    .version(version, '-V, --version')
    .enablePositionalOptions()
    .showHelpAfterError('(skein --help lists the commands)');
  for (const command of await commandsFor(argv[2])) program.addCommand(command);
  await program.parseAsync([...argv]);
}

function commandsFor(name: string | undefined): Promise<readonly Command[]> {
  const named = Object.entries(COMMANDS).filter(([known]) => known === name);
  const wanted = named.length > 0 ? named : Object.entries(COMMANDS);
  return Promise.all(wanted.map(([, load]) => load()));
}
