/** Real nodes of a measurement: on loopback, with plain disks, in a folder that goes with them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { loopback } from '../../shared/testkit/src/node_network.ts';
import { plainDisks } from './node_disks.ts';
import { NodeProcesses } from './node_processes.ts';

interface TemporaryNodes {
  /** Their logs are here, too. */
  readonly folder: string;
  /** None is started yet. */
  readonly processes: NodeProcesses;
  /** Stops them and removes all they wrote. */
  end(): Promise<void>;
}

/** `name`: of the measurement, for the folder's. */
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
