/** Every route of this room has two names: OpenSearch's, and the one from before it. */
export function ISM_ROUTES(method: string, path: string): readonly string[] {
  return ['_plugins', '_opendistro'].map((root) => `${method} /${root}/_ism/${path}`);
}
