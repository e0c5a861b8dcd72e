/** Settings of elections, of the checks between the master and its nodes, and of publications. */
import { intSetting, timeSetting } from '../setting_types.js';

type Time = readonly [key: string, doc: string, fallback: string];

function time([key, doc, fallback]: Time, min: string) {
  return timeSetting([key, 'static', doc], fallback, min);
}

export const COORDINATION = {
  electionDelay: time(
    ['cluster.election.initial_timeout', 'longest wait before the first election', '100ms'],
    '1ms',
  ),
  electionDelayMax: time(
    ['cluster.election.max_timeout', 'longest wait before any election', '10s'],
    '200ms',
  ),
  electionRound: time(
    ['cluster.election.duration', 'an election that has not been won by then has failed', '500ms'],
    '1ms',
  ),
  followerInterval: time(
    ['cluster.fault_detection.follower_check.interval', 'how often the master asks a node', '1s'],
    '100ms',
  ),
  followerTimeout: time(
    ['cluster.fault_detection.follower_check.timeout', 'wait for its answer', '10s'],
    '1ms',
  ),
  followerRetries: intSetting(
    [
      'cluster.fault_detection.follower_check.retry_count',
      'static',
      'unanswered questions in a row after which the node is removed',
    ],
    '3',
    { min: 1 },
  ),
  leaderInterval: time(
    ['cluster.fault_detection.leader_check.interval', 'how often a node asks the master', '1s'],
    '100ms',
  ),
  leaderTimeout: time(
    ['cluster.fault_detection.leader_check.timeout', 'wait for its answer', '10s'],
    '1ms',
  ),
  leaderRetries: intSetting(
    [
      'cluster.fault_detection.leader_check.retry_count',
      'static',
      'unanswered questions in a row after which another master is looked for',
    ],
    '3',
    { min: 1 },
  ),
  publishTimeout: time(
    ['cluster.publish.timeout', 'a master that cannot commit a state by then steps back', '30s'],
    '1ms',
  ),
  lagTimeout: time(
    [
      'cluster.follower_lag.timeout',
      'a node that has not applied a state so long after its commit is removed',
      '90s',
    ],
    '1ms',
  ),
} as const;
