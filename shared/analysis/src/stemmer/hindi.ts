import { endingRules } from './endings.js';
import type { StemmerType } from './stemmer_type.js';

const ENDINGS = endingRules([
  [6, 'ाएंगी ाएंगे ाऊंगी ाऊंगा ाइयाँ ाइयों ाइयां'],
  [5, 'ाएगी ाएगा ाओगी ाओगे एंगी ेंगी एंगे ेंगे ूंगी ूंगा ातीं नाओं नाएं ताओं ताएं ियाँ ियों ियां'],
  [4, 'ाकर ाइए ाईं ाया ेगी ेगा ोगी ोगे ाने ाना ाते ाती ाता तीं ाओं ाएं ुओं ुएं ुआं'],
  [3, 'कर ाओ िए ाई ाए ने नी ना ते ीं ती ता ाँ ां ों ें'],
  [2, 'ो े ू ु ी ि ा'],
]);

/** A. Ramanathan and D. Rao: A lightweight stemmer for Hindi (2003). */
export const HINDI: StemmerType = { names: ['hindi'], create: () => ENDINGS.cut };
