/** What puts parts of other documents into a query. */
import type { JsonObject, JsonValue } from '@skein/content';

export type FillQuery = (query: JsonObject) => JsonValue;

/** A query that names no documents. */
export const unchanged: FillQuery = (query) => query;
