/**
 * One step of a node's coordination: the Zen2 rules (docs/specs/coordination.md) in the form of
 * etcd's raft. The same state, input and random numbers give the same result; there is no clock,
 * disk or network here. The host performs the effects (effects.ts lists its duties).
 */
import { assertNever, type Random } from '@skein/base';
import { tickBootstrap } from './bootstrap.js';
import {
  onDisconnected,
  onFollowerCheck,
  onFollowerCheckReply,
  onLeaderCheck,
  onLeaderCheckReply,
  tickFollowerChecks,
  tickLeaderCheck,
} from './checks.js';
import type { CoordinationState } from './coordination_state.js';
import type { Effect, Input } from './effects.js';
import { abdicate, onPreVote, onPreVoteReply, tickElection, tickTerm } from './election.js';
import { onEnter, onJoin, onStartJoin } from './joins.js';
import type { Message } from './messages.js';
import { becomeCandidate } from './modes.js';
import { onApplied, tickProgress } from './progress.js';
import {
  onCommit,
  onPropose,
  onPublish,
  onPublishAck,
  onPublishNack,
  tickPublication,
} from './publication.js';
import type { NodeId } from './published_state.js';
import { RULES, type Rules } from './rules.js';
import { send, type Turn } from './turn.js';

export interface Step {
  readonly state: CoordinationState;
  readonly effects: readonly Effect[];
}

export type StepFunction = (state: CoordinationState, input: Input, random: Random) => Step;

export const step: StepFunction = stepUnder(RULES);

/** A step function with other rules, for the simulator, which breaks single rules. */
export function stepUnder(rules: Rules): StepFunction {
  return (before, input, random) => {
    if (before.mode === 'stopped') return { state: before, effects: [] };
    const turn: Turn = { state: { ...before }, effects: [], random, rules };
    take(turn, input);
    return { state: turn.state, effects: turn.effects };
  };
}

function take(turn: Turn, input: Input): void {
  switch (input.kind) {
    case 'tick':
      tick(turn, input.nowMs);
      break;
    case 'message':
      receive(turn, input.from, input.message);
      break;
    case 'persist_failed':
      stop(turn, input.reason);
      break;
    case 'propose':
      onPropose(turn, input.proposal);
      break;
    case 'applied':
      reportApplied(turn, input.term, input.version);
      break;
    case 'local_health':
      turn.state.healthy = input.healthy;
      if (!input.healthy && turn.state.mode === 'leader') becomeCandidate(turn, 'unhealthy');
      break;
    case 'peers':
      turn.state.peers = input.peers;
      break;
    case 'disconnected':
      onDisconnected(turn, input.node);
      break;
    case 'abdicate':
      abdicate(turn);
      break;
    default:
      assertNever(input, 'input');
  }
}

function receive(turn: Turn, from: NodeId, message: Message): void {
  switch (message.kind) {
    case 'pre_vote':
      onPreVote(turn, from, message);
      break;
    case 'pre_vote_reply':
      onPreVoteReply(turn, from, message);
      break;
    case 'start_join':
      onStartJoin(turn, message);
      break;
    case 'join':
      onJoin(turn, from, message);
      break;
    case 'enter':
      onEnter(turn, from, message);
      break;
    case 'publish':
      onPublish(turn, from, message);
      break;
    case 'publish_ack':
      onPublishAck(turn, from, message);
      break;
    case 'publish_nack':
      onPublishNack(turn, from, message);
      break;
    case 'commit':
      onCommit(turn, from, message);
      break;
    case 'applied':
      onApplied(turn, from, message);
      break;
    case 'follower_check':
      onFollowerCheck(turn, from, message);
      break;
    case 'follower_check_reply':
      onFollowerCheckReply(turn, from, message);
      break;
    case 'leader_check':
      onLeaderCheck(turn, from, message);
      break;
    case 'leader_check_reply':
      onLeaderCheckReply(turn, from, message);
      break;
    default:
      assertNever(message, 'message');
  }
}

function tick(turn: Turn, nowMs: number): void {
  const { state } = turn;
  state.nowMs = Math.max(state.nowMs, nowMs);
  tickBootstrap(turn);
  tickTerm(turn);
  tickPublication(turn);
  tickProgress(turn);
  tickFollowerChecks(turn);
  tickLeaderCheck(turn);
  tickElection(turn);
}

function reportApplied(turn: Turn, term: number, version: number): void {
  const { state } = turn;
  state.appliedVersion = Math.max(state.appliedVersion, version);
  if (state.leader !== undefined) send(turn, state.leader, { kind: 'applied', term, version });
}

/** Rule 7. */
function stop(turn: Turn, reason: string): void {
  turn.state.mode = 'stopped';
  turn.effects.push({ kind: 'stop', reason });
}
