/** `skein node-id DIR ID`: restores a node's id that its data directory has lost. */
import { Command } from 'commander';
import { describeFailure } from '../run_service.js';
import { writeNodeId } from '../write_node_id.js';

const HELP = `
A node does not start if its data directory has a cluster state but no file [node_id]: its cluster would take it for another node. The error message names the ids
of the nodes that were in the cluster. Never use the id of a node that runs elsewhere. After [--], an id may begin with a dash.

Examples:
  skein node-id data -- 4fYh0RcRQ8qCw2kLxgmQZw
`;

export function nodeIdCommand(): Command {
  return new Command('node-id')
    .argument('<dir>', 'data directory of a node')
    .argument('<id>', 'former id of the node')
    .description('restore the id of a node whose data directory has lost it')
    .addHelpText('after', HELP)
    .action(async (dir: string, id: string) => {
      try {
        await writeNodeId(dir, id);
      } catch (failure) {
        process.stderr.write(`skein node-id: ${describeFailure(failure)}\n`);
        process.exitCode = 1;
      }
    });
}
