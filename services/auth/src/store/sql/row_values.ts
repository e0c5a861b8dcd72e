/** Converts values of rows to the types of the models. */

export function optionalText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A list that was written as JSON. */
export function list(value: unknown): readonly string[] {
  return JSON.parse(String(value)) as string[];
}
