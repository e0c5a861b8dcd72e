/** A node of this build that runs while the requests are sent. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePorts } from '../../shared/testkit/src/free_ports.ts';
import { ServiceProcess } from '../../shared/testkit/src/service_process.ts';

const ROOT = resolve(import.meta.dirname, '../..');

interface OwnNode {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a node from the built sources, with a folder of its own that is removed with it. */
export async function startNode(): Promise<OwnNode> {
  const folder = mkdtempSync(join(tmpdir(), 'skein-differential-'));
  const [http, transport] = await freePorts(2);
  const service = await ServiceProcess.start(ROOT, 'node', {
    'http.port': String(http),
    'transport.port': String(transport),
    'path.data': folder,
  });
  const stop = async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: service.url, stop };
}
