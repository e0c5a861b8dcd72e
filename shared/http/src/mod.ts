export type { AnswerForm } from './answer_form.js';
export { answerForm, DEFAULT_FORM } from './answer_form.js';
export type { AnswerFormat, BodyFormat, MediaType } from './content_type.js';
export { bodyFormat, parseMediaType } from './content_type.js';
export type { CorsRules, CorsVerdict } from './cors.js';
export { CORS_OFF, corsVerdict, foreignPage } from './cors.js';
export type { Admission, Answerer, RequestHead } from './http_request.js';
export type { HttpMethod } from './method.js';
export { HTTP_METHODS, isHttpMethod } from './method.js';
export { hostOf, OwnNames } from './own_names.js';
export type { Param, ParamTable, ParamValues } from './params.js';
export {
  booleanParam,
  bytesParam,
  enumListParam,
  enumParam,
  floatParam,
  integerParam,
  listParam,
  longParam,
  orDefault,
  readParams,
  splitList,
  stringParam,
  timeParam,
} from './params.js';
export { readableBody } from './readable_body.js';
export type { RenderedReply } from './render.js';
export { renderReply } from './render.js';
export type { Reply, ReplyBody } from './reply.js';
export {
  acknowledged,
  chunksReply,
  emptyReply,
  jsonReply,
  makingReply,
  textReply,
} from './reply.js';
export { NO_BODY, RequestBody } from './request_body.js';
export type { RouteMatch } from './router.js';
export { Router } from './router.js';
export { refuseUnrecognizedParams } from './unrecognized_params.js';
export type { RequestTarget } from './uri.js';
export { parseQuery, parseTarget } from './uri.js';
