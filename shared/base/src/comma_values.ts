/**
 * The values between the commas of a text, as OpenSearch's `splitStringByCommaToArray` reads them:
 * blanks belong to a value, and empty values at the end do not count.
 */
export function commaValues(text: string): string[] {
  const values = text.split(',');
  while (values.at(-1) === '') values.pop();
  return values;
}
