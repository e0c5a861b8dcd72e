/**
 * The state of a page in the address: `#/search?index=logs-*&q=error`. It stands behind the `#`, so
 * a page that is loaded again or sent to a colleague asks the node for the same files, and no log
 * of a proxy has anybody's query.
 */
export interface Place {
  /** Path of the page, without slashes around it; empty: the first one. */
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

/** Parameters that are empty are left out, so that an address is as short as what it says. */
export function formatPlace({ page, params }: Place): string {
  const given = Object.entries(params).filter(([, value]) => value !== '');
  const query = new URLSearchParams(given).toString();
  return `#/${page}${query === '' ? '' : `?${query}`}`;
}
