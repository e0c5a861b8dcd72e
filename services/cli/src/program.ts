/** The `skein` command line. */
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { authCommand } from './commands/auth.js';
import { certsCommand } from './commands/certs.js';
import { checkIndexCommand } from './commands/check_index.js';
import { nodeCommand } from './commands/node.js';

export async function runProgram(argv: readonly string[]): Promise<void> {
  const program = new Command('skein')
    .description(
      'Skein: a distributed search engine that speaks the Elasticsearch and OpenSearch API',
    )
    .version(version(), '-V, --version')
    .enablePositionalOptions()
    .showHelpAfterError('(skein --help lists the commands)')
    .addCommand(nodeCommand())
    .addCommand(authCommand())
    .addCommand(certsCommand())
    .addCommand(checkIndexCommand());
  await program.parseAsync([...argv]);
}

function version(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
