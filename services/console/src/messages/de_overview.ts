/** German texts of the overview about the cluster's problems. */
import type { EN_OVERVIEW } from './en_overview.js';

export const DE_OVERVIEW: Readonly<Record<keyof typeof EN_OVERVIEW, string>> = {
  'overview.why.left': '{node} ging vor {ago}',
  'overview.delayed.until.one':
    '{count} Kopie wartet auf die Rückkehr ihres Knotens; um {time} wird sie anderswo zugewiesen.',
  'overview.delayed.until.other':
    '{count} Kopien warten auf die Rückkehr ihres Knotens; um {time} werden sie anderswo zugewiesen.',
  'overview.trouble.breaker.one':
    '{node}: Die Schutzschaltung {name} hat {count} Anfrage seit dem Start abgelehnt: Der Speicher war knapp.',
  'overview.trouble.breaker.other':
    '{node}: Die Schutzschaltung {name} hat {count} Anfragen seit dem Start abgelehnt: Der Speicher war knapp.',
  'overview.trouble.pool.one':
    '{node}: Die Warteschlange {name} war seit dem Start für {count} Anfrage voll.',
  'overview.trouble.pool.other':
    '{node}: Die Warteschlange {name} war seit dem Start für {count} Anfragen voll.',
  'overview.trouble.slow.one':
    '{node}: {count} Suche oder Schreibvorgang war seit dem Start langsamer, als das Slow Log erlaubt: {name}, {took}, vor {ago}.',
  'overview.trouble.slow.other':
    '{node}: {count} Suchen und Schreibvorgänge waren seit dem Start langsamer, als ihre Slow Logs erlauben, zuletzt vor {ago}: {name}, {took}.',
  'overview.trouble.versions':
    'Auf den Knoten laufen verschiedene Versionen: {list}. Bringen Sie alle auf die neueste.',
};
