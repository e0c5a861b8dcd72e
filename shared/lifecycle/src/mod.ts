export { withSettings } from './actions/with_settings.js';
export type { Decision, Step, TakenPolicy } from './advance.js';
export { advance, afterFailure, asksPrimaries, held, inState, moved, retried } from './advance.js';
export { beginning, wantedPolicy } from './attach.js';
export type { Schedule } from './cron.js';
export type { Facts, PrimaryFacts } from './facts.js';
export { originMs, rolledOverMs } from './facts.js';
export { agedFromMs, PHASES } from './ilm/policy.js';
export { checkTemplateConflicts } from './ism/template_conflicts.js';
export { illegal, listOf, objectOf, readMembers } from './members.js';
export type { Policy, Webhook, Work } from './policy.js';
export { readPolicy } from './read_policy.js';
export type { PolicyDecision, PolicyFacts, PolicyStep } from './snapshots/policy_turn.js';
export { shortestMs } from './snapshots/read_slm.js';
export { SM_ANSWER_FIELDS } from './snapshots/read_sm.js';
export { policyDues, readSnapshotPolicy } from './snapshots/read_snapshot_policy.js';
export { nextOfRemoving, removingBegun, removingFailed } from './snapshots/remove_snapshots.js';
export {
  nextRetention,
  retentionScheduleOf,
  retentionTurn,
} from './snapshots/retention_schedule.js';
export type { FoundSnapshot, SnapshotPolicy } from './snapshots/snapshot_policy.js';
export { nextOfTaking, takingBegun, takingFailed } from './snapshots/take_snapshots.js';
export type { StreamFacts } from './streams/stream_lifecycle.js';
export { isStreamDue, outdatedIndices } from './streams/stream_lifecycle.js';
