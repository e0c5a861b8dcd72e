/** Every route here has two names: OpenSearch's, and the older one of Open Distro. */
export function ISM_ROUTES(method: string, path: string): readonly string[] {
  return ['_plugins', '_opendistro'].map((root) => `${method} /${root}/_ism/${path}`);
}
