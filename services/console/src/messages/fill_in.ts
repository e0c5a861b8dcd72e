export type Values = Readonly<Record<string, string | number>>;

/**
 * Puts values where a text has their names in braces. A name without a value stays, so that a
 * reader of the page sees which is missing.
 */
export function fillIn(text: string, values: Values, number: (value: number) => string): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? number(value) : value;
  });
}
