/** `timeout` of the endpoints that ask every node: how long one may take. */
import type { ReportOptions } from '../../node_operations/mod.js';

/** A negative one is none: what ends a call then is the link. */
export function timeoutOf(timeoutMs: number | undefined): Pick<ReportOptions, 'timeoutMs'> {
  return timeoutMs === undefined || timeoutMs < 0 ? {} : { timeoutMs };
}
