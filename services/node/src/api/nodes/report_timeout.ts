/** The `timeout` of the endpoints that ask every node, in milliseconds for each node. */
import type { ReportOptions } from '../../node_operations/mod.js';

/** A negative timeout means none: then only the end of the connection ends a call. */
export function timeoutOf(timeoutMs: number | undefined): Pick<ReportOptions, 'timeoutMs'> {
  return timeoutMs === undefined || timeoutMs < 0 ? {} : { timeoutMs };
}
