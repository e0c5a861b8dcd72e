/** The field types: the table of contents of this room. */
export { binary } from './binary.js';
export { boolean } from './boolean.js';
export { completion } from './completion.js';
export { constantKeyword } from './constant_keyword.js';
export { date, dateNanos } from './date.js';
export { flatObject } from './flat_object.js';
export { geoPoint } from './geo_point.js';
export { ip } from './ip.js';
export { join } from './join.js';
export { keyword } from './keyword.js';
export { matchOnlyText } from './match_only_text.js';
export { byte, double, float, halfFloat, integer, long, short, unsignedLong } from './number.js';
export { scaledFloat } from './scaled_float.js';
export { searchAsYouType } from './search_as_you_type.js';
export { text } from './text.js';
export { tokenCount } from './token_count.js';
export { wildcard } from './wildcard.js';
