/** Time, for what is not given it. */
export function nowMs(): number {
  return Date.now();
}

export function after(delayMs: number, act: () => void): () => void {
  const timer = setTimeout(act, delayMs);
  return () => clearTimeout(timer);
}

/** Again and again while the page is looked at; what is hidden asks nobody. */
export function every(intervalMs: number, act: () => void): () => void {
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') act();
  }, intervalMs);
  return () => clearInterval(timer);
}
