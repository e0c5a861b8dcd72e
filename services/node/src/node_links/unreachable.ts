/**
 * Errors of a call to another node that was not reached, is still starting, or was lost before it
 * answered. In the last case the call may have been executed.
 */
export const UNREACHABLE: ReadonlySet<string> = new Set([
  'node_not_connected_exception',
  'node_disconnected_exception',
  'transport_not_ready_exception',
]);
