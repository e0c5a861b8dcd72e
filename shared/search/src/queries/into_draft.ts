export type { Draft } from '@skein/reading';

/** A reader of an option that stores what it reads as a member of a draft. */
export function intoDraft<T, K extends keyof T, V>(
  draft: T,
  member: K,
  read: (json: V) => T[K],
): (json: V) => void {
  return (json) => {
    draft[member] = read(json);
  };
}
