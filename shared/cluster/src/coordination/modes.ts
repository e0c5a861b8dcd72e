/**
 * Transitions to candidate, leader and follower. Data that belongs to a mode (checks, publication,
 * progress) begins and ends here.
 */
import type { NodeId } from './published_state.js';
import type { Turn } from './turn.js';

/**
 * Steps down. Votes and the won election stay with the term: a node that stood down leads again
 * only in a later term, or a version could be published twice.
 */
export function becomeCandidate(turn: Turn, reason: string): void {
  const { state } = turn;
  if (state.mode === 'candidate' || state.mode === 'stopped') return;
  losePublication(turn);
  state.mode = 'candidate';
  state.leader = undefined;
  clearChecks(turn);
  state.preVotes = undefined;
  state.electionAtMs = state.nowMs + backOffMs(turn);
  announce(turn, reason);
}

/**
 * A random wait whose bound grows with every round since the last commit, so that candidates stop
 * colliding.
 */
export function backOffMs({ state, random }: Turn): number {
  const { electionDelayMs, electionDelayMaxMs } = state.settings;
  return (
    random.next() * Math.min(electionDelayMaxMs, electionDelayMs * (state.electionAttempts + 1))
  );
}

export function becomeLeader(turn: Turn): void {
  const { state } = turn;
  state.mode = 'leader';
  state.leader = state.identity.id;
  state.won = true;
  state.publishedVersion = state.persistent.accepted.version;
  state.publication = undefined;
  state.preVotes = undefined;
  clearChecks(turn);
  announce(turn, 'elected');
  for (const node of state.joinVotes) {
    if (node !== state.identity.id) turn.effects.push({ kind: 'joined', node });
  }
}

export function becomeFollower(turn: Turn, leader: NodeId): void {
  const { state } = turn;
  if (state.mode === 'follower' && state.leader === leader) return;
  losePublication(turn);
  state.mode = 'follower';
  state.leader = leader;
  state.preVotes = undefined;
  clearChecks(turn);
  const { checkIntervalMs } = state.settings.leaderCheck ?? state.settings;
  const nextAtMs = state.nowMs + checkIntervalMs;
  state.leaderCheck = { seq: 0, misses: 0, nextAtMs, deadlineMs: undefined };
  announce(turn, 'following');
}

function losePublication({ state, effects }: Turn): void {
  const { publication } = state;
  state.publication = undefined;
  if (!publication || publication.committed) return;
  const { term, version } = publication.state;
  effects.push({ kind: 'publication_lost', term, version });
}

function clearChecks({ state }: Turn): void {
  if (state.followerChecks.size > 0) state.followerChecks = new Map();
  if (state.progress.size > 0) state.progress = new Map();
  state.leaderCheck = undefined;
}

function announce({ state, effects }: Turn, reason: string): void {
  const { mode, leader, persistent } = state;
  effects.push({ kind: 'role', mode, leader, term: persistent.currentTerm, reason });
}
