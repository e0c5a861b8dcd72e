/**
 * Real nodes of a measurement: on loopback, with plain disks, in a folder that is removed with
 * them.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { loopback } from '../../shared/testkit/src/node_network.ts';
import { plainDisks } from './node_disks.ts';
import { NodeProcesses } from './node_processes.ts';

interface TemporaryNodes {
  /** The nodes' folder, which has their logs too. */
  readonly folder: string;
  /** The processes of the nodes, none of which is started yet. */
  readonly processes: NodeProcesses;
  /** Stops the nodes and removes everything that they wrote. */
  end(): Promise<void>;
}

/** Prepares nodes; `name` is that of the measurement, for the name of the folder. */
export function temporaryNodes(
  name: string,
  { count, basePort }: { readonly count: number; readonly basePort: number },
): TemporaryNodes {
  const folder = mkdtempSync(join(tmpdir(), `skein-${name}-`));
  const root = resolve(import.meta.dirname, '../..');
  const network = loopback();
  const disks = plainDisks();
  const processes = new NodeProcesses({ root, folder, count, network, disks, basePort });
  const end = async (): Promise<void> => {
    await processes.stopAll();
    rmSync(folder, { recursive: true, force: true });
  };
  return { folder, processes, end };
}
