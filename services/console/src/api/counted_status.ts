/** The documents that a task has processed so far, as `GET /_tasks/{id}` shows them. */
export interface CountedStatus {
  readonly total?: number;
  readonly created?: number;
  readonly updated?: number;
  readonly deleted?: number;
  readonly noops?: number;
  readonly version_conflicts?: number;
}
