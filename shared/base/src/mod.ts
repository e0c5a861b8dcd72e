export { asciiDigits } from './ascii_digits.js';
export { AssertionError, assert, assertNever, expectDefined } from './assert.js';
export { BytePace } from './byte_pace.js';
export { formatByteSize, parseByteSize, UNIT_BYTES } from './byte_size.js';
export { CloseStack } from './close_stack.js';
export { commaValues } from './comma_values.js';
export { type Extent, extentOf } from './extent.js';
export { Fifo } from './fifo.js';
export { firstWhere } from './first_where.js';
export { base64Url, randomDocumentId, randomId } from './ids.js';
export { atOnce, checked, inSlices, Slices, soonInSlices, type Turns } from './in_slices.js';
export { isKeyOf } from './is_key_of.js';
export { javaDouble, javaDoubleFault, javaInteger } from './java_double.js';
export { javaTrim } from './java_trim.js';
export { lazy } from './lazy.js';
export { LeftToAnotherThread } from './left_to_another_thread.js';
export { onDemand } from './on_demand.js';
export { onceFor } from './once_for.js';
export type {
  Clock,
  CpuClock,
  Log,
  LogFields,
  LogLevel,
  Random,
  TimerHandle,
  Timers,
} from './ports.js';
export { silentLog } from './ports.js';
export { PriorityQueue } from './priority_queue.js';
export { seededRandom } from './seeded_random.js';
export { simpleMatch } from './simple_match.js';
export { pauseFor, SoonestTimer } from './soonest_timer.js';
export { didYouMean, editDistance, nearest } from './text_distance.js';
export { reasonOf, systemCodeOf } from './thrown.js';
export type { TimeFault } from './time_value.js';
export { exactTime, formatTimeMs, parseTimeMs, readTime, UNIT_MS } from './time_value.js';
export { isObject, memberOf, textIn } from './unknown_value.js';
export { beginWork, checkWanted, endedBy, endWork, leaveIfLong } from './wanted_work.js';
