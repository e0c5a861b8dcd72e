/** The browser's time, for code that is not given a clock. */
export function nowMs(): number {
  return Date.now();
}

export function after(delayMs: number, act: () => void): () => void {
  const timer = setTimeout(act, delayMs);
  return () => clearTimeout(timer);
}

/** Calls `act` at each interval while the page is visible; a hidden page sends no requests. */
export function every(intervalMs: number, act: () => void): () => void {
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') act();
  }, intervalMs);
  return () => clearInterval(timer);
}
