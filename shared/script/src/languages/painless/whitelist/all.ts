/** The table of contents of the allow-list. */

export { bigNumbers } from './big_numbers.js';
export { bitSet } from './bit_set.js';
export { collections } from './collections.js';
export { collectionsClass } from './collections_class.js';
export { functional } from './functional.js';
export { host } from './host.js';
export { javaUtil } from './java_util.js';
export { lang } from './lang.js';
export { localTime } from './local_time.js';
export { locale } from './locale.js';
export { numbers } from './numbers.js';
export { pattern } from './pattern.js';
export { queues } from './queues.js';
export { sorted } from './sorted.js';
export { streamParts } from './stream_parts.js';
export { streams } from './streams.js';
export { text } from './text.js';
export { textParts } from './text_parts.js';
export { time } from './time.js';
export { timeFields } from './time_fields.js';
