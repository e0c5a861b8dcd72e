import type { ComponentSettings } from '../build/component_settings.js';
import type { TokenFilterType } from '../build/component_type.js';
import type { TokenFilter } from '../component.js';
import { stemmerFilter } from './stemmers.js';

/** `stemmer`: stems by the algorithm of a language. */
export const STEMMER: TokenFilterType = {
  name: 'stemmer',
  readsSettingsLate: true,
  check: (settings) => void filterOf(settings),
  create: filterOf,
};

function filterOf(settings: ComponentSettings): TokenFilter {
  return stemmerFilter(
    'stemmer',
    settings.string('language') ?? settings.string('name') ?? 'porter',
  );
}
