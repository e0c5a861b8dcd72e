/** The table of contents of the allow-list. */

export { bigNumbers } from './big_numbers.js';
export { collections } from './collections.js';
export { functional } from './functional.js';
export { host } from './host.js';
export { javaUtil } from './java_util.js';
export { lang } from './lang.js';
export { numbers } from './numbers.js';
export { pattern } from './pattern.js';
export { streams } from './streams.js';
export { text } from './text.js';
export { time } from './time.js';
