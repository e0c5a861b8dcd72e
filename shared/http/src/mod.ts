export type { AnswerFormat, BodyFormat, MediaType } from './content_type.js';
export { bodyFormat, parseMediaType } from './content_type.js';
export type { HttpMethod } from './method.js';
export { HTTP_METHODS, isHttpMethod } from './method.js';
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
export type { Reply, ReplyBody } from './reply.js';
export { acknowledged, chunksReply, emptyReply, jsonReply, textReply } from './reply.js';
export { NO_BODY, RequestBody } from './request_body.js';
