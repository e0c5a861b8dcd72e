/**
 * Performs the events of coordination on this node: taking and leaving office, states to apply,
 * members that come and go.
 */
import type { Log, Random } from '@skein/base';
import { randomId } from '@skein/base';
import type { ClusterNode, ClusterState } from '@skein/cluster';
import type { Settings } from '@skein/settings';
import {
  type Coordination,
  type CoordinationEvent,
  type CoordinationListener,
  clusterNodeOf,
} from '../coordination_host/mod.js';
import type { NodeLinks } from '../node_links/mod.js';
import type { AppliedState } from './applied_state.js';
import type { ElectedMaster } from './elected_master.js';
import type { MasterCalls } from './master_calls.js';

interface MasterOfficeParts {
  readonly localNode: ClusterNode;
  readonly coordination: Coordination;
  readonly links: NodeLinks<MasterCalls>;
  readonly configuredSettings: Settings;
  readonly desk: ElectedMaster;
  readonly applied: AppliedState;
  readonly roleChanged: (leader: string | undefined) => void;
  readonly fatal: (reason: string) => void;
  readonly random: Random;
  readonly log: Log;
}

export class MasterOffice implements CoordinationListener {
  readonly #parts: MasterOfficeParts;
  /** Nodes that ask to become members but cannot be called yet. */
  readonly #asking = new Set<string>();

  constructor(parts: MasterOfficeParts) {
    this.#parts = parts;
    parts.links.watch({
      connected: ({ nodeId }) => {
        if (this.#asking.delete(nodeId) && parts.desk.isInOffice) this.#onJoined(nodeId);
      },
    });
  }

  committed(state: ClusterState): void {
    this.#parts.applied.commit(state);
  }

  appliedEverywhere(version: number): void {
    this.#parts.desk.appliedEverywhere(version);
  }

  event(event: CoordinationEvent): void {
    const { desk, log, fatal } = this.#parts;
    switch (event.kind) {
      case 'role':
        this.#onRole(event);
        break;
      case 'joined':
        this.#onJoined(event.node);
        break;
      case 'node_failed':
        log.info('node leaves the cluster', { nodeId: event.node, reason: event.reason });
        desk.left(event.node, event.reason);
        break;
      case 'committed':
        desk.committed();
        break;
      case 'rejected':
        log.info('cluster state not published', { reason: event.reason });
        desk.rejected();
        break;
      case 'publication_lost':
        desk.lost();
        break;
      case 'stop':
        desk.leaveOffice();
        fatal(event.reason);
        break;
      case 'apply':
        break;
    }
  }

  #onRole({ mode, leader, term, reason }: CoordinationEvent & { readonly kind: 'role' }): void {
    const { desk, applied, roleChanged, log } = this.#parts;
    log.info('cluster role changed', { mode, leader, term, reason });
    if (mode !== 'leader') {
      this.#asking.clear();
      desk.leaveOffice();
    }
    applied.setMaster(leader, term);
    if (mode === 'leader') this.#takeOffice(term);
    roleChanged(leader);
  }

  #takeOffice(term: number): void {
    const { localNode, links, configuredSettings, desk, coordination, random } = this.#parts;
    // A connected node stays a member if it was one, and becomes one if it voted.
    const members = coordination.acceptedState().nodes;
    const { voters } = coordination.votes;
    const present = links
      .nodes()
      .filter((node) => voters.has(node.nodeId) || members.has(node.nodeId))
      .map(clusterNodeOf);
    desk.takeOffice({
      nodeId: localNode.id,
      term,
      present: [localNode, ...present],
      configuredSettings,
      clusterUuid: randomId(random),
    });
  }

  /** Adds a node as a member once it can be called. */
  #onJoined(nodeId: string): void {
    const { links, desk } = this.#parts;
    const node = links.nodes().find((one) => one.nodeId === nodeId);
    if (node === undefined) this.#asking.add(nodeId);
    else desk.joined(clusterNodeOf(node));
  }
}
