/** All formats. */
export { epub } from './epub.js';
export { html } from './html.js';
export { odf } from './odf.js';
export { pdf } from './pdf.js';
export { plain_text } from './plain_text.js';
export { presentation } from './presentation.js';
export { rtf } from './rtf.js';
export { spreadsheet } from './spreadsheet.js';
export { word } from './word.js';
export { xml } from './xml.js';
