/** Reports of all nodes: collected here for this one, requested from the others. */
import { decodePlain, encodePlain } from '@skein/bytes';
import type { ClusterState } from '@skein/cluster';
import { ApiError, asApiError } from '@skein/errors';
import type { MasterService } from '../master_service/mod.js';
import type { NodeLinks } from '../node_links/mod.js';
import type { NodeOperations, NodeReport, NodeReports, ReportOptions } from './contract.js';
import { type HotThreadsOptions, type HotThreadsParts, hotThreads } from './hot_threads.js';
import { type LocalReportParts, localReport } from './local_report.js';
import type { NodeReportCalls } from './node_report_calls.js';
import { type ProfileOrder, threadProfile } from './thread_profile.js';

/** A node that takes longer is removed as lagging. */
const APPLIED_MS = 30_000;

export interface ClusterNodeParts extends LocalReportParts, HotThreadsParts {
  readonly profiler: LocalReportParts['profiler'] & HotThreadsParts['profiler'];
  readonly links: Pick<NodeLinks<NodeReportCalls>, 'localNodeId' | 'call' | 'handle'>;
  readonly masterService: Pick<MasterService, 'state' | 'waitFor'>;
}

export class ClusterNodeOperations implements NodeOperations {
  readonly #parts: ClusterNodeParts;

  /** Registers the handlers. */
  constructor(parts: ClusterNodeParts) {
    this.#parts = parts;
    const { links, masterService } = parts;
    links.handle('node/report', async () => ({ report: encodePlain(await localReport(parts)) }));
    links.handle('node/hot_threads', async (what) => ({ text: await hotThreads(parts, what) }));
    links.handle('node/profile', async (order, { signal }) => ({
      profile: await threadProfile(parts, order, signal),
    }));
    links.handle('node/applied', async ({ version }, { signal }) => {
      const isNew = (state: ClusterState) => state.version >= version;
      await masterService.waitFor(isNew, { timeoutMs: APPLIED_MS, signal });
      return {};
    });
  }

  get localNodeId(): string {
    return this.#parts.links.localNodeId;
  }

  async reports(nodeIds: readonly string[], options: ReportOptions = {}): Promise<NodeReports> {
    const answers = await Promise.all(nodeIds.map((nodeId) => this.#reportOr(nodeId, options)));
    return {
      reports: answers.flatMap((answer) => (answer instanceof ApiError ? [] : [answer])),
      failures: answers.flatMap((answer) => (answer instanceof ApiError ? [answer] : [])),
    };
  }

  async hotThreads(
    nodeIds: readonly string[],
    what: HotThreadsOptions,
    options: ReportOptions = {},
  ): Promise<readonly string[]> {
    const { links } = this.#parts;
    const found = await Promise.allSettled(
      nodeIds.map((nodeId) => links.call(nodeId, 'node/hot_threads', what, options)),
    );
    return found.flatMap((one) => (one.status === 'fulfilled' ? [one.value.text] : []));
  }

  async profile(nodeId: string, order: ProfileOrder, options: ReportOptions = {}): Promise<string> {
    const { profile } = await this.#parts.links.call(nodeId, 'node/profile', order, options);
    return profile;
  }

  async applied(version: number, options: ReportOptions = {}): Promise<void> {
    const { links, masterService } = this.#parts;
    const others = [...masterService.state().nodes.keys()].filter((id) => id !== this.localNodeId);
    await Promise.all(
      others.map((nodeId) =>
        links.call(nodeId, 'node/applied', { version }, options).catch((thrown: unknown) => {
          // A stopping node does not answer and is not waited for.
          if (options.signal?.aborted) throw thrown;
        }),
      ),
    );
  }

  async #reportOr(nodeId: string, options: ReportOptions): Promise<NodeReport | ApiError> {
    try {
      if (nodeId === this.localNodeId) return await localReport(this.#parts);
      const { report } = await this.#parts.links.call(nodeId, 'node/report', {}, options);
      return decodePlain(report);
    } catch (thrown) {
      return failedNode(nodeId, asApiError(thrown));
    }
  }
}

/** An entry of OpenSearch's `failures` list. */
function failedNode(nodeId: string, cause: ApiError): ApiError {
  return new ApiError('failed_node_exception', `Failed node [${nodeId}]`, {
    metadata: { node_id: nodeId },
    cause,
  });
}
