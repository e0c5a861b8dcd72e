/**
 * The leader's record of each member's progress from publication to application. It decides which
 * messages to send again and which members to report as lagging.
 */
import type { Progress } from './coordination_state.js';
import type { Applied } from './messages.js';
import type { NodeId, PublishedState } from './published_state.js';
import { send, type Turn, withEntry } from './turn.js';

/** Starts tracking the members that a publication is sent to; former members are dropped. */
export function startProgress({ state }: Turn, nodes: readonly NodeId[]): void {
  const next = new Map<NodeId, Progress>();
  for (const node of nodes) {
    const { appliedVersion, behind } = state.progress.get(node) ?? NOTHING;
    next.set(node, { appliedVersion, behind, sentAtMs: state.nowMs });
  }
  state.progress = next;
}

const NOTHING: Progress = { appliedVersion: 0, behind: undefined, sentAtMs: 0 };

/** A state is committed: starts the lag timeout of every member that had nothing outstanding. */
export function expectApplied({ state }: Turn, { version, nodes }: PublishedState): void {
  const deadlineMs = state.nowMs + state.settings.lagTimeoutMs;
  const next = new Map(state.progress);
  for (const node of nodes) {
    const known = next.get(node) ?? NOTHING;
    if (known.behind === undefined) next.set(node, { ...known, behind: { version, deadlineMs } });
  }
  state.progress = next;
}

export function onApplied(turn: Turn, from: NodeId, { term, version }: Applied): void {
  const { state } = turn;
  const known = state.progress.get(from);
  if (state.mode !== 'leader' || term !== state.persistent.currentTerm || !known) return;
  if (version <= known.appliedVersion) return;
  const behind = known.behind && known.behind.version > version ? known.behind : undefined;
  state.progress = withEntry(state.progress, from, { ...known, appliedVersion: version, behind });
  const { publication } = state;
  if (!publication?.committed || version !== publication.state.version) return;
  for (const node of publication.state.nodes) {
    if ((state.progress.get(node)?.appliedVersion ?? 0) < version) return;
  }
  turn.effects.push({ kind: 'applied_everywhere', version });
}

export function tickProgress(turn: Turn): void {
  const { state } = turn;
  if (state.mode !== 'leader') return;
  for (const [node, known] of state.progress) {
    if (known.behind === undefined || state.nowMs < known.behind.deadlineMs) continue;
    turn.effects.push({ kind: 'node_failed', node, reason: 'lagging' });
    state.progress = withEntry(state.progress, node, { ...known, behind: undefined });
  }
}

/**
 * Sends the last publication again to a healthy member that has not answered it for a while,
 * because the message may be lost or the member may have restarted. Handlers are idempotent.
 */
export function resend(turn: Turn, node: NodeId, appliedVersion: number): void {
  const { state } = turn;
  const { publication } = state;
  const known = state.progress.get(node);
  if (!publication || !known || appliedVersion >= publication.state.version) return;
  if (state.nowMs - known.sentAtMs < state.settings.resendMs) return;
  state.progress = withEntry(state.progress, node, { ...known, sentAtMs: state.nowMs });
  if (!publication.acks.has(node) || !publication.committed) {
    send(turn, node, { kind: 'publish', state: publication.state });
  } else {
    const { term, version } = publication.state;
    send(turn, node, { kind: 'commit', term, version });
  }
}
