/** The names that can be searched: indices, aliases and data streams. */
import { askJson } from '../api/client.js';
import { useAsked } from '../widgets/use_asked.js';

interface Resolved {
  readonly indices: readonly { readonly name: string }[];
  readonly aliases: readonly { readonly name: string }[];
  readonly data_streams: readonly { readonly name: string }[];
}

export function useIndexNames(): readonly string[] {
  const { value } = useAsked((signal) => askJson<Resolved>({ path: '/_resolve/index/*', signal }));
  if (value === undefined) return [];
  const { indices, aliases, data_streams } = value;
  const names = [...indices, ...aliases, ...data_streams].map(({ name }) => name);
  return [...new Set(names)].sort();
}
