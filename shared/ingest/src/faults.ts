/** The errors of pipelines and processors, with OpenSearch's types and messages. */
import { ApiError, type ErrorMetadata } from '@skein/errors';
import { castMessage, classNameOf, type Value } from '@skein/java';

export { illegalArgument } from '@skein/errors';

export function illegalState(reason: string): ApiError {
  return new ApiError('illegal_state_exception', reason);
}

/** The error for a value of another Java class than required. */
export function notOfClass(value: NonNullable<Value>, wanted: string): ApiError {
  return new ApiError('class_cast_exception', castMessage(classNameOf(value), wanted));
}

/** The error of Java for null, which has no message. */
export function nullPointer(): ApiError {
  return new ApiError('null_pointer_exception', 'null', { metadata: { reason: null } });
}

export function numberFormat(text: string): ApiError {
  return new ApiError('number_format_exception', `For input string: "${text}"`);
}

/** The processor of a pipeline's source, and the property, that an error is about. */
export interface Place {
  readonly type?: string | undefined;
  readonly tag?: string | undefined;
  readonly property?: string | undefined;
}

export function configurationError(place: Place, reason: string): ApiError {
  const { property } = place;
  const words = property === undefined ? reason : `[${property}] ${reason}`;
  return new ApiError('parse_exception', words, { metadata: placeMetadata(place) });
}

/** The class names of errors that do not extend `OpenSearchException`. */
const JAVA_NAMES: Readonly<Record<string, string>> = {
  illegal_argument_exception: 'java.lang.IllegalArgumentException',
  x_content_parse_exception: 'org.opensearch.core.xcontent.XContentParseException',
  pattern_parse: 'org.opensearch.dissect.DissectException$PatternParse',
  date_time_exception: 'java.time.DateTimeException',
  zone_rules_exception: 'java.time.zone.ZoneRulesException',
  key_parse: 'org.opensearch.dissect.DissectException$KeyParse',
};

/**
 * The error with the processor that caused it, which replaces any place it already names. An error
 * of `JAVA_NAMES` becomes one that names its class.
 */
export function placedError(error: ApiError, place: Place): ApiError {
  const { type, message, status, cause, metadata } = error;
  const javaName = JAVA_NAMES[type];
  if (javaName !== undefined) {
    return new ApiError('exception', `${javaName}: ${message}`, {
      cause: error,
      metadata: placeMetadata(place),
    });
  }
  return new ApiError(type, message, {
    status,
    cause,
    metadata: { ...placeMetadata(place), ...metadata, ...placeMetadata(place) },
  });
}

function placeMetadata({ type, tag, property }: Place): ErrorMetadata {
  return {
    ...(type === undefined ? {} : { processor_type: type }),
    ...(tag === undefined ? {} : { processor_tag: tag }),
    ...(property === undefined ? {} : { property_name: property }),
  };
}
