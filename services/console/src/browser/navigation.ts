/** Where the reader is, as a signal that follows the address, and the ways to change it. */
import { signal } from '@preact/signals';
import { formatPlace, type Place, parsePlace } from '../address.js';

export const place = signal<Place>(parsePlace(location.hash));

export function followAddress(): void {
  addEventListener('hashchange', () => {
    place.value = parsePlace(location.hash);
  });
}

export function go(to: Place): void {
  location.hash = formatPlace(to);
}

/** In the place of the address that is shown, which leads nowhere any more. */
export function replaceAddress(url: string): void {
  history.replaceState(null, '', url);
  place.value = parsePlace(location.hash);
}

/**
 * Changes parameters of the page that is shown. `replace`: the way back leads past the state that
 * was.
 */
export function setParams(
  changes: Readonly<Record<string, string>>,
  { replace = false }: { readonly replace?: boolean } = {},
): void {
  const { page, params } = place.value;
  const next = { page, params: { ...params, ...changes } };
  if (replace) {
    history.replaceState(null, '', formatPlace(next));
    place.value = next;
  } else {
    go(next);
  }
}
