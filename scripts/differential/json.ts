/** JSON as it occurs in requests and answers. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Made = { [key: string]: Json };

export function isObject(json: Json | undefined): json is Made {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}
