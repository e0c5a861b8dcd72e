/**
 * Frees the memory of a typed array at once: its buffer is empty afterwards. The garbage collector
 * does not see how much memory a small view keeps alive, and an idle thread does not collect at
 * all.
 */
export function freeMemory({ buffer }: ArrayBufferView): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0);
}
