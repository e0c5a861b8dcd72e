/** Values of rows in the types of the models. */
import type { SQLOutputValue } from 'node:sqlite';

type Column = SQLOutputValue | undefined;

export function optionalText(value: Column): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function optionalNumber(value: Column): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

export function list(value: Column): readonly string[] {
  return JSON.parse(String(value)) as string[];
}
