/**
 * The state of a page in the address: `#/search?index=logs-*&q=error`. It stands behind the `#`.
 * Thus a page that is reloaded or sent to a colleague requests the same files from the node, and no
 * proxy logs a person's query.
 */
export interface Place {
  /** The path of the page, without slashes around it; empty for the first page. */
  readonly page: string;
  readonly params: Readonly<Record<string, string>>;
}

export function parsePlace(hash: string): Place {
  const text = hash.replace(/^#\/?/, '');
  const mark = text.indexOf('?');
  const page = mark < 0 ? text : text.slice(0, mark);
  const params = Object.fromEntries(new URLSearchParams(mark < 0 ? '' : text.slice(mark + 1)));
  return { page: page.replace(/\/+$/, ''), params };
}

/** Formats an address; empty parameters are left out to keep it short. */
export function formatPlace({ page, params }: Place): string {
  const given = Object.entries(params).filter(([, value]) => value !== '');
  const query = new URLSearchParams(given).toString();
  return `#/${page}${query === '' ? '' : `?${query}`}`;
}
