/**
 * Keyboard shortcuts of one key without a modifier, or of two keys in succession (`g s`). They are
 * off while the focus is in a text field.
 */
import { after } from './clock.js';

/** Milliseconds within which the second key must follow the first. */
const PATIENCE_MS = 1_500;

type Shortcuts = ReadonlyMap<string, () => void>;

/**
 * Listens to shortcuts, which are keyed by `?` or `g s`. Returns a function that stops listening.
 */
export function listenToKeys(shortcuts: Shortcuts): () => void {
  let first: string | undefined;
  let forget: () => void = () => undefined;
  const listen = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event)) return;
    const key = first === undefined ? event.key : `${first} ${event.key}`;
    const act = shortcuts.get(key);
    forget();
    first = undefined;
    if (act !== undefined) {
      event.preventDefault();
      act();
    } else if ([...shortcuts.keys()].some((known) => known.startsWith(`${event.key} `))) {
      first = event.key;
      forget = after(PATIENCE_MS, () => {
        first = undefined;
      });
    }
  };
  addEventListener('keydown', listen);
  return () => removeEventListener('keydown', listen);
}

function isWriting(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}
