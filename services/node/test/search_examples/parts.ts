/** Parts that several examples have. */
import type { Json } from '../people_index.js';

export const lookup = (id: string) => ({ index: 'lookups', id, path: 'values' });
export const square = {
  area: { indexed_shape: { index: 'lookups', id: 'square', path: 'shape' } },
};
export const span = (value: string) => ({ span_term: { title: value } });
export const source = (text: string) => ({ script: { source: text } });
export const geo = { place: { lat: 3, lon: 1 } };
export const base64 = (json: Json) => Buffer.from(JSON.stringify(json)).toString('base64');

/** 5 and 9 as a Roaring bitmap. */
export const FIVE_NINE = 'OjAAAAEAAAAAAAEAEAAAAAUACQA=';

export const fox = { match: { title: 'fox' } };
export const tagged = { terms: { tag: lookup('tags') } };
