export { AssertionError, assert, assertNever, expectDefined } from './assert.js';
export { formatByteSize, parseByteSize, UNIT_BYTES } from './byte_size.js';
export { CloseStack } from './close_stack.js';
export { base64Url, randomDocumentId, randomId } from './ids.js';
export type { Clock, Log, LogFields, Random, TimerHandle, Timers } from './ports.js';
export { silentLog } from './ports.js';
export { PriorityQueue } from './priority_queue.js';
export { editDistance, nearest } from './text_distance.js';
export { formatTimeMs, parseTimeMs, UNIT_MS } from './time_value.js';
