import type { Language } from '@app/database';
import type { ParameterRefusal, RefusalName } from '@app/licensing';

type Texts = Record<Language, string>;

/** Refusals because of the application, the signature, the timestamp or the nonce. */
type ProtocolErrorName =
  'SIGNATURE_MISMATCH' | 'SIGNATURE_EXPIRED' | 'TIMESTAMP_IN_FUTURE' | 'NONCE_REPEATED' | 'SOFTWARE_UNKNOWN';

export type ClientErrorName = ProtocolErrorName | Exclude<RefusalName, ParameterRefusal>;

/** Every failure that the client API answers with HTTP 200, except 400: its code (contract: Errors) and its message. */
export const CLIENT_ERRORS = {
  SIGNATURE_MISMATCH: { code: 10010, en: 'signature mismatch', 'zh-CN': '签名错误' },
  SIGNATURE_EXPIRED: {
    code: 10011,
    en: 'signature expired: the timestamp is more than 60 seconds old',
    'zh-CN': '签名已过期：时间戳早于服务器时间超过 60 秒',
  },
  TIMESTAMP_IN_FUTURE: {
    code: 10013,
    en: 'abnormal timestamp: it is later than the server time',
    'zh-CN': '时间戳异常：晚于服务器时间',
  },
  NONCE_REPEATED: { code: 10014, en: 'nonce repeated', 'zh-CN': 'nonce 重复' },
  CARD_EXPIRED: { code: 10210, en: 'the card has expired', 'zh-CN': '卡密已过期' },
  CARD_FROZEN: { code: 10212, en: 'the card is frozen', 'zh-CN': '卡密已被冻结' },
  BLOCKED: { code: 10212, en: 'blocked by the administrator', 'zh-CN': '已被管理员封禁' },
  CARD_MULTI_OPEN: {
    code: 10213,
    en: 'the card has reached its session limit',
    'zh-CN': '卡密超过多开上限',
  },
  SESSION_INVALID: {
    code: 10214,
    en: 'the login is no longer valid (timed out, kicked, frozen or logged out)',
    'zh-CN': '登录状态失效（超时、被踢下线、被冻结或已登出）',
  },
  DEVICE_NOT_BOUND: { code: 10215, en: 'this device is not bound', 'zh-CN': '该设备未绑定' },
  UNBIND_DISABLED: { code: 10216, en: 'unbinding is not allowed', 'zh-CN': '不允许解绑' },
  DEVICE_LIMIT: {
    code: 10217,
    en: 'the card or user has reached its device limit',
    'zh-CN': '超过可绑定设备数上限',
  },
  CARD_UNAVAILABLE: {
    code: 10218,
    en: 'the card does not exist or is used up',
    'zh-CN': '卡密不可用（不存在）',
  },
  USES_INSUFFICIENT: { code: 10219, en: 'not enough uses are left', 'zh-CN': '剩余次数不足' },
  SOFTWARE_UNKNOWN: {
    code: 10230,
    en: 'the software does not exist; check app_key',
    'zh-CN': '软件不存在，请检查 app_key',
  },
  RECHARGE_CARD_UNKNOWN: {
    code: 10240,
    en: 'the recharge or registration card does not exist or cannot be used',
    'zh-CN': '充值卡或注册卡不存在或不可用',
  },
  RECHARGE_CARD_USED: {
    code: 10241,
    en: 'the recharge card has been used already',
    'zh-CN': '充值卡已被使用',
  },
  USER_EXISTS: { code: 10242, en: 'the account exists already', 'zh-CN': '账号已存在' },
  USER_PASSWORD_WRONG: { code: 10243, en: 'wrong user name or password', 'zh-CN': '用户名或密码错误' },
  NOT_ACTIVATED: {
    code: 10244,
    en: 'an unused card or user cannot be recharged; log in first',
    'zh-CN': '尚未使用，不能充值，请先登录',
  },
  USER_EXPIRED: { code: 10250, en: 'the user has expired', 'zh-CN': '用户已过期' },
  USER_FROZEN: { code: 10252, en: 'the user is frozen', 'zh-CN': '用户已被冻结' },
  USER_MULTI_OPEN: {
    code: 10253,
    en: 'the user has reached its session limit',
    'zh-CN': '用户超过多开上限',
  },
  UNBIND_PASSWORD_WRONG: { code: 10254, en: 'wrong unbind password', 'zh-CN': '解绑密码错误' },
  UNBINDS_EXHAUSTED: { code: 10255, en: 'no unbinds are left', 'zh-CN': '解绑次数已用完' },
  MULTI_OPEN_DIFFERS: {
    code: 10256,
    en: 'the recharge card has a different session limit',
    'zh-CN': '充值卡的多开数不一致，无法充值',
  },
  COUNTING_DIFFERS: {
    code: 10256,
    en: 'the recharge card counts uses differently',
    'zh-CN': '充值卡的计次方式不一致，无法充值',
  },
  TIME_INSUFFICIENT: {
    code: 10257,
    en: 'not enough time is left for the unbind deduction; recharge first',
    'zh-CN': '剩余时间不足以扣除，请先充值',
  },
  // The time is appended as the detail.
  TICKET_VALID: {
    code: 10258,
    en: 'an offline ticket of this device is valid until',
    'zh-CN': '该设备的离线票据有效期至',
  },
  // The time is appended as the detail.
  UNBIND_COOLDOWN: {
    code: 10259,
    en: 'a device was unbound a short time ago; the next one can be unbound from',
    'zh-CN': '解绑过于频繁，下次可解绑时间为',
  },
  ALREADY_LATEST: { code: 10304, en: 'this is the latest version already', 'zh-CN': '已是最新版本' },
  TRIALS_OFF: { code: 10401, en: 'this software has no trials', 'zh-CN': '该软件未开启试用' },
  TRIAL_SESSION_INVALID: {
    code: 10404,
    en: 'the trial is not logged in, or its first heartbeat came too late; log in again',
    'zh-CN': '试用未登录，或登录后首次心跳超时，请重新登录',
  },
  TRIAL_OVER: { code: 10405, en: 'the trial of this device is over', 'zh-CN': '该设备的试用已结束' },
  TRIAL_INTERVAL_OVER: {
    code: 10406,
    en: 'the trial of this device is over for now; the device can have another trial later',
    'zh-CN': '该设备本周期的试用已结束',
  },
  VARIABLE_UNKNOWN: { code: 10501, en: 'the remote variable does not exist', 'zh-CN': '远程变量不存在' },
  VARIABLE_NEEDS_CARD: {
    code: 10502,
    en: 'the variable needs a card that is valid now (kami)',
    'zh-CN': '该变量需要有效的卡密（kami）验证',
  },
  // Has the same message as `VARIABLE_NEEDS_CARD`, so that an answer does not reveal whether the card exists. It is a
  // separate refusal because it may mean a wrong guess.
  VARIABLE_CARD_UNKNOWN: {
    code: 10502,
    en: 'the variable needs a card that is valid now (kami)',
    'zh-CN': '该变量需要有效的卡密（kami）验证',
  },
  FEATURE_MISSING: { code: 10503, en: 'the card lacks the feature', 'zh-CN': '卡密不包含该功能' },
  DATA_UNKNOWN: { code: 10521, en: 'the remote data does not exist', 'zh-CN': '远程数据不存在' },
  DATA_EXISTS: { code: 10522, en: 'the remote data key exists already', 'zh-CN': '远程数据 key 已存在' },
  DATA_QUOTA: { code: 10523, en: 'the quota of remote data is reached', 'zh-CN': '远程数据已达配额上限' },
  FUNCTION_UNKNOWN: { code: 10541, en: 'the remote function does not exist', 'zh-CN': '远程函数不存在' },
  FUNCTION_PARAMS: { code: 10542, en: 'params must be a JSON list', 'zh-CN': 'params 必须是 JSON 数组' },
  FUNCTION_FAILED: { code: 10543, en: 'the remote function failed', 'zh-CN': '远程函数调用出错' },
} as const satisfies Record<ClientErrorName, Texts & { code: number }>;

/** Failures whose `code` is an HTTP status. All but 400 are answered with this status. */
export const STATUS_MESSAGES: Record<number, Texts> = {
  400: { en: 'bad parameters', 'zh-CN': '参数错误' },
  404: { en: 'no such endpoint', 'zh-CN': '接口不存在' },
  413: { en: 'the request is too large', 'zh-CN': '请求内容过大' },
  415: {
    en: 'unsupported content type: send application/json, application/x-www-form-urlencoded or multipart/form-data in UTF-8',
    'zh-CN':
      '不支持的内容类型：请使用 UTF-8 编码的 application/json、application/x-www-form-urlencoded 或 multipart/form-data',
  },
  429: { en: 'too many attempts; try again later', 'zh-CN': '尝试次数过多，请稍后再试' },
  500: {
    en: 'internal error; the request id helps to find it in the log',
    'zh-CN': '服务器内部错误，可用 request_id 查询日志',
  },
  503: { en: 'temporarily unavailable; try again soon', 'zh-CN': '服务暂时不可用，请稍后再试' },
};

/** Reasons why a parameter is refused. `{0}`, `{1}` stand for the reason's arguments. */
export const PARAMETER_REASONS = {
  required: { en: 'is required', 'zh-CN': '不能为空' },
  length: { en: 'must have {0} to {1} characters', 'zh-CN': '长度必须为 {0} 到 {1} 个字符' },
  printable: {
    en: 'must be printable text without white space around it',
    'zh-CN': '必须是可打印字符，且首尾不能有空白',
  },
  parameter_name: {
    en: 'is not a valid parameter name: it must begin with an ASCII letter or _ and contain only ASCII letters, digits, _, . and -',
    'zh-CN': '不是有效的参数名：须以字母或 _ 开头，仅含 ASCII 字母、数字、_、. 和 -',
  },
  nonce_and_timestamp: {
    en: 'must not contain both &nonce= and &timestamp=',
    'zh-CN': '不能同时包含 &nonce= 和 &timestamp=',
  },
  ambiguous: {
    en: 'contains &nonce= or &timestamp=, so the signed text could also belong to another request',
    'zh-CN': '包含 &nonce= 或 &timestamp=，签名文本可被解读为另一个请求',
  },
  bound_elsewhere: {
    en: 'belongs to other parameters, or to another method or path',
    'zh-CN': '与本次请求的参数、方法或路径不符',
  },
  ampersand: { en: 'must not contain &', 'zh-CN': '不能包含 &' },
  seconds: { en: 'must be whole epoch seconds', 'zh-CN': '必须是整数秒（Unix 时间戳）' },
  json: { en: 'must be valid JSON text', 'zh-CN': '必须是有效的 JSON 文本' },
  bytes: { en: 'must be at most {0} bytes', 'zh-CN': '不能超过 {0} 字节' },
  repeated: { en: 'is given more than once', 'zh-CN': '重复出现' },
  text: {
    en: 'must be a single text, whole number, true or false',
    'zh-CN': '必须是单个文本、整数、true 或 false',
  },
  safe_integer: {
    en: 'must be a whole number within ±9007199254740991',
    'zh-CN': '必须是 ±9007199254740991 以内的整数',
  },
  unicode: { en: 'must be well-formed Unicode text', 'zh-CN': '必须是有效的 Unicode 文本' },
  name: {
    en: 'must have 1 to {0} characters: letters and digits of any script, _, . and -',
    'zh-CN': '必须为 1 到 {0} 个字符，仅限各种文字的字母与数字、_、. 和 -',
  },
  one_of: { en: 'must be one of {0}', 'zh-CN': '必须是以下之一：{0}' },
  reserved: { en: 'is reserved and cannot be used yet', 'zh-CN': '为保留值，暂不可用' },
  file: { en: 'must be a plain field, not a file', 'zh-CN': '必须是普通字段，不能是文件' },
  multipart: {
    en: 'must be complete multipart/form-data, each part a field with a name',
    'zh-CN': '必须是完整的 multipart/form-data，且每个部分都是带名称的字段',
  },
  boundary: {
    en: 'needs a multipart boundary of at most {0} characters in content-type',
    'zh-CN': 'content-type 须给出 multipart 边界（boundary），且不超过 {0} 个字符',
  },
  compressed: {
    en: 'cannot be decompressed as content-encoding says',
    'zh-CN': '无法按 content-encoding 解压',
  },
  incomplete: { en: 'did not arrive as a whole', 'zh-CN': '未完整送达' },
  escapes: {
    en: 'must contain only % escapes of well-formed UTF-8',
    'zh-CN': '百分号编码必须是有效的 UTF-8',
  },
  too_many: { en: 'must hold at most {0} parameters', 'zh-CN': '参数不能超过 {0} 个' },
  no_tickets: { en: 'has a type without offline tickets', 'zh-CN': '所属卡类不提供离线票据' },
  permanent: { en: 'is permanent and needs no recharge', 'zh-CN': '永久有效，无需充值' },
  not_counted: { en: 'has no counted uses', 'zh-CN': '不是计次的' },
  request_id_reused: {
    en: 'was used before for a different request',
    'zh-CN': '已用于另一个内容不同的请求',
  },
  whole: { en: 'must be a whole number from {0} to {1}', 'zh-CN': '必须是 {0} 到 {1} 的整数' },
} as const satisfies Record<string, Texts>;

export type ReasonKey = keyof typeof PARAMETER_REASONS;
