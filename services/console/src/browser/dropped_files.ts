/**
 * Files that are dropped anywhere on the page. Without this, the browser would leave the page for
 * the file, and with it everything that the page has in memory.
 */
export function listenToDrops(take: (file: File) => void): () => void {
  const allow = (event: DragEvent) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  };
  const drop = (event: DragEvent) => {
    const file = event.dataTransfer?.files[0];
    if (file === undefined) return;
    event.preventDefault();
    take(file);
  };
  addEventListener('dragover', allow);
  addEventListener('drop', drop);
  return () => {
    removeEventListener('dragover', allow);
    removeEventListener('drop', drop);
  };
}
