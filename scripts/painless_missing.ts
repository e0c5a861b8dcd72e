/**
 * Names that scripts of OpenSearch 2.19 see and ours do not, with the reason: a part of
 * docs/PAINLESS.md. `painless_allowlist.ts` finds each of them.
 */
export interface Missing {
  readonly names: readonly string[];
  readonly reason: string;
}

const text = (...names: string[]): string[] => names.map((name) => `java.text.${name}`);
const util = (...names: string[]): string[] => names.map((name) => `java.util.${name}`);

export const MISSING: readonly Missing[] = [
  {
    names: [
      ...util('Calendar', 'Calendar.Builder', 'GregorianCalendar', 'TimeZone', 'SimpleTimeZone'),
      ...text('DateFormat', 'DateFormat.Field', 'DateFormatSymbols', 'SimpleDateFormat'),
    ],
    reason:
      'dates of before java.time: not written yet; LocalDate, ZonedDateTime and DateTimeFormatter do what they do',
  },
  {
    names: [
      ...text('DecimalFormatSymbols', 'MessageFormat.Field'),
      ...text('NumberFormat.Field', 'NumberFormat.getCurrencyInstance', 'NumberFormat.getCurrency'),
      ...text('DecimalFormat.toLocalizedPattern', 'DecimalFormat.isParseBigDecimal'),
      'java.util.Currency',
      'java.time.format.DateTimeFormatter.toFormat',
    ],
    reason: 'not written yet; String.format and DecimalFormat with a pattern do what they do',
  },
  {
    names: text('Collator', 'RuleBasedCollator', 'CollationKey', 'CollationElementIterator'),
    reason:
      'the platform compares by the rules of a language but does not show its keys and weights',
  },
  {
    names: [
      ...text('Bidi', 'BreakIterator', 'Annotation'),
      ...text('AttributedString', 'AttributedCharacterIterator'),
    ],
    reason: 'walks over text for its display: not written yet',
  },
  {
    names: ['java.lang.Character.getName'],
    reason: 'the platform has no names of characters',
  },
  {
    names: ['java.util.regex.Matcher.hitEnd', 'java.util.regex.Matcher.requireEnd'],
    reason: 'the linear-time engine does not say whether more text would have changed a match',
  },
  {
    names: [
      'java.util.Locale.getAvailableLocales',
      'java.time.format.DecimalStyle.getAvailableLocales',
      'java.time.zone.ZoneRulesProvider',
      'java.time.zone.ZoneRules.of with lists of changes',
    ],
    reason: 'the platform does not list its locales, nor take other rules for its zones',
  },
  {
    names: ['java.util.Formattable', 'org.opensearch.search.lookup.FieldLookup'],
    reason: 'nothing a script can have is of the class',
  },
];
