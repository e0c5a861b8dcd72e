import type { TokenFilterType } from '../build/component_type.js';
import { snowballFilter } from './stemmers.js';

/** `snowball`: stems by an algorithm of the Snowball project. */
export const SNOWBALL: TokenFilterType = {
  name: 'snowball',
  readsSettingsLate: true,
  checksLate: true,
  create: (settings) =>
    snowballFilter('snowball', settings.string('language') ?? settings.string('name') ?? 'English'),
};
