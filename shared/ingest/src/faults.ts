/** The errors pipelines and processors fail with, in OpenSearch's types and words. */
import { ApiError, type ErrorMetadata } from '@skein/errors';
import { classNameOf, type Value } from '@skein/script';

export function illegalArgument(reason: string, cause?: ApiError): ApiError {
  return new ApiError('illegal_argument_exception', reason, { cause });
}

export function illegalState(reason: string): ApiError {
  return new ApiError('illegal_state_exception', reason);
}

/** A value of another of Java's classes than the one that is looked for. */
export function notOfClass(value: NonNullable<Value>, wanted: string): ApiError {
  const name = classNameOf(value);
  return new ApiError(
    'class_cast_exception',
    `class ${name} cannot be cast to class ${wanted} (${name} and ${wanted} are in module java.base of loader 'bootstrap')`,
  );
}

/** Where Java has no words for it. */
export function nullPointer(): ApiError {
  return new ApiError('null_pointer_exception', 'null', { metadata: { reason: null } });
}

export function numberFormat(text: string): ApiError {
  return new ApiError('number_format_exception', `For input string: "${text}"`);
}

/** Which processor of a pipeline's source, and which property of it, an error is about. */
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

/** Java's names of what OpenSearch has no exception of its own for. */
const JAVA_NAMES: Readonly<Record<string, string>> = {
  illegal_argument_exception: 'java.lang.IllegalArgumentException',
  x_content_parse_exception: 'org.opensearch.core.xcontent.XContentParseException',
  pattern_parse: 'org.opensearch.dissect.DissectException$PatternParse',
  date_time_exception: 'java.time.DateTimeException',
  zone_rules_exception: 'java.time.zone.ZoneRulesException',
  key_parse: 'org.opensearch.dissect.DissectException$KeyParse',
};

/** The error with the processor it came of; what it says of a place already is overruled. Java's own become one that names their class. */
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
