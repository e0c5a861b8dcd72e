/** German texts of the overview about the cluster's problems. */
import type { EN_OVERVIEW } from './en_overview.js';

export const DE_OVERVIEW: Readonly<Record<keyof typeof EN_OVERVIEW, string>> = {
  'overview.trouble.breaker.one':
    '{node}: Die Schutzschaltung {name} hat {count} Anfrage seit dem Start abgelehnt: Der Speicher war knapp.',
  'overview.trouble.breaker.other':
    '{node}: Die Schutzschaltung {name} hat {count} Anfragen seit dem Start abgelehnt: Der Speicher war knapp.',
  'overview.trouble.pool.one':
    '{node}: Die Warteschlange {name} war seit dem Start für {count} Anfrage voll.',
  'overview.trouble.pool.other':
    '{node}: Die Warteschlange {name} war seit dem Start für {count} Anfragen voll.',
  'overview.trouble.versions':
    'Auf den Knoten laufen verschiedene Versionen: {list}. Bringen Sie alle auf die neueste.',
};
