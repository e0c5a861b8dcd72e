/** The current place as a signal that follows the address, and functions that change it. */
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

/** Replaces the current address in the browser's history, because it is no longer valid. */
export function replaceAddress(url: string): void {
  history.replaceState(null, '', url);
  place.value = parsePlace(location.hash);
}

/**
 * Changes parameters of the current page. With `replace`, the browser's history skips the state
 * before.
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
