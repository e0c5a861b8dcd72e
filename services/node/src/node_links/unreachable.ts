/**
 * What a call to another node rejects with when its node was not reached, is starting and does not
 * answer such calls yet, or was lost before it answered: then it may have been carried out.
 */
export const UNREACHABLE: ReadonlySet<string> = new Set([
  'node_not_connected_exception',
  'node_disconnected_exception',
  'transport_not_ready_exception',
]);
