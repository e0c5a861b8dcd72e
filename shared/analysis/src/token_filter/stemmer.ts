import type { TokenFilterType } from '../build/component_type.js';
import { stemmerFilter } from './stemmers.js';

/** `stemmer`: the stemmer of a language. */
export const STEMMER: TokenFilterType = {
  name: 'stemmer',
  readsSettingsLate: true,
  create: (settings) =>
    stemmerFilter('stemmer', settings.string('language') ?? settings.string('name') ?? 'porter'),
};
