/**
 * An error with its causes in one line, as OpenSearch prints it
 * (`ExceptionsHelper.detailedMessage`): types as class names, each cause repeated after the errors
 * it caused.
 */
import type { ApiError, ErrorType } from '@skein/errors';

export function detailedMessage(error: ApiError): string {
  const { cause } = error;
  if (cause === undefined) return printed(error);
  const foreign = FOREIGN[cause.type];
  const again = foreign ? `${foreign}: ${cause.reason}` : detailedMessage(cause);
  return `${printed(error)}; ${again}`;
}

/** The error and its causes, each with its class name. */
function printed(error: ApiError): string {
  const links: string[] = [];
  for (let each: ApiError | undefined = error; each !== undefined; each = each.cause) {
    links.push(`${className(each.type)}[${each.reason}]`);
  }
  return links.length === 1 ? links.join() : `${links.join('; nested: ')};`;
}

/** Class names of exceptions that are not OpenSearch's own. */
const FOREIGN: Partial<Record<ErrorType, string>> = {
  arithmetic_exception: 'java.lang.ArithmeticException',
  array_index_out_of_bounds_exception: 'java.lang.ArrayIndexOutOfBoundsException',
  date_time_exception: 'java.time.DateTimeException',
  date_time_parse_exception: 'java.time.format.DateTimeParseException',
  illegal_argument_exception: 'java.lang.IllegalArgumentException',
  illegal_state_exception: 'java.lang.IllegalStateException',
  index_out_of_bounds_exception: 'java.lang.IndexOutOfBoundsException',
  named_object_not_found_exception: 'org.opensearch.core.xcontent.NamedObjectNotFoundException',
  null_pointer_exception: 'java.lang.NullPointerException',
  number_format_exception: 'java.lang.NumberFormatException',
  query_validation_exception: 'org.opensearch.index.query.QueryValidationException',
  x_content_parse_exception: 'org.opensearch.core.xcontent.XContentParseException',
  zone_rules_exception: 'java.time.zone.ZoneRulesException',
};

/** Class names that contain the name of the product, which the type leaves out. */
const OWN: Partial<Record<ErrorType, string>> = {
  exception: 'OpenSearchException',
  parse_exception: 'OpenSearchParseException',
};

function className(type: ErrorType): string {
  const words = type.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return OWN[type] ?? words.join('');
}
