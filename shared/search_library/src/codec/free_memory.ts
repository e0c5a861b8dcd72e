/**
 * Gives the memory of a typed array back at once: its buffer is empty afterwards. The garbage collector does not see how much
 * memory hangs on a small view, and a thread that has nothing to do does not collect at all.
 */
export function freeMemory({ buffer }: ArrayBufferView): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0);
}
