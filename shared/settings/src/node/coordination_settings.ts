/** Settings of elections, of the checks between the master and its nodes, and of publications. */
import { intSetting, timeSetting } from '../setting_types.js';

type Time = readonly [key: string, doc: string, fallback: string];

function time([key, doc, fallback]: Time, min: string) {
  return timeSetting([key, 'static', doc], fallback, min);
}

export const COORDINATION = {
  electionDelay: time(
    [
      'cluster.election.initial_timeout',
      'upper bound of the random delay before the first election; it grows by this time with every failed election',
      '100ms',
    ],
    '1ms',
  ),
  electionDelayMax: time(
    ['cluster.election.max_timeout', 'limit of the random delay before an election', '10s'],
    '200ms',
  ),
  electionRound: time(
    [
      'cluster.election.duration',
      'time after which an election that is not won has failed',
      '500ms',
    ],
    '1ms',
  ),
  followerInterval: time(
    [
      'cluster.fault_detection.follower_check.interval',
      'time between two checks of a node by the master',
      '1s',
    ],
    '100ms',
  ),
  followerTimeout: time(
    [
      'cluster.fault_detection.follower_check.timeout',
      'time that a node has to answer a check of the master',
      '10s',
    ],
    '1ms',
  ),
  followerRetries: intSetting(
    [
      'cluster.fault_detection.follower_check.retry_count',
      'static',
      'failed checks in a row after which the master removes the node',
    ],
    '3',
    { min: 1 },
  ),
  leaderInterval: time(
    [
      'cluster.fault_detection.leader_check.interval',
      'time between two checks of the master by a node',
      '1s',
    ],
    '100ms',
  ),
  leaderTimeout: time(
    [
      'cluster.fault_detection.leader_check.timeout',
      'time that the master has to answer a check of a node',
      '10s',
    ],
    '1ms',
  ),
  leaderRetries: intSetting(
    [
      'cluster.fault_detection.leader_check.retry_count',
      'static',
      'failed checks in a row after which the node looks for another master',
    ],
    '3',
    { min: 1 },
  ),
  publishTimeout: time(
    [
      'cluster.publish.timeout',
      'time after which a master that cannot commit a cluster state steps down',
      '30s',
    ],
    '1ms',
  ),
  lagTimeout: time(
    [
      'cluster.follower_lag.timeout',
      'time after the commit of a cluster state in which a node must apply it; a later node is removed',
      '90s',
    ],
    '1ms',
  ),
} as const;
