/** `skein node-id DIR ID`: restores a node's id that its data directory has lost. */
import { Command } from 'commander';
import { describeFailure } from '../run_service.js';
import { writeNodeId } from '../write_node_id.js';

const HELP = `
A node whose file [node_id] is missing beside its cluster state does not start: its cluster would take it for another node. Its refusal names the ids of
the nodes that were in the cluster. The id of one that runs elsewhere must not be given to a second one. Behind [--] an id may begin with a dash.

Examples:
  skein node-id data -- 4fYh0RcRQ8qCw2kLxgmQZw
`;

export function nodeIdCommand(): Command {
  return new Command('node-id')
    .argument('<dir>', 'the data directory of a node')
    .argument('<id>', 'the id that the node had')
    .description('write the id of a node that its data directory has lost')
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
