export type Values = Readonly<Record<string, string | number>>;

/**
 * Replaces names in braces by their values. A name without a value stays, so that it is visible on
 * the page which one is missing.
 */
export function fillIn(text: string, values: Values, number: (value: number) => string): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? number(value) : value;
  });
}
