/** Parameters while they are read. The required ones are `undefined` at first. */
export type Draft<Params, Required extends keyof Params = never> = {
  -readonly [K in keyof Params]: Params[K] | (K extends Required ? undefined : never);
};

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
