import type { OrderRefusal } from '../order-refusals.js';

/** Messages of refusals in Chinese, the language of acg-faka's administrators and buyers. */
export const ACG_MESSAGES: Record<OrderRefusal, string> = {
  invalid_request: '请求参数错误：%{faults}',
  unknown_key: '商户ID不存在',
  wrong_signature: '密钥错误',
  address_not_allowed: '地址 %{address} 不在该渠道的允许范围内',
  channel_disabled: '该渠道已停用',
  application_disabled: '该渠道的软件已停用',
  no_such_endpoint: '接口不存在',
  unknown_order: '订单不存在',
  unknown_card_type: '商品不存在',
  number_used: '该请求号已用于内容不同的订单',
  out_of_stock: '库存不足',
  too_many_cards: '本商品单次最多购买%{max}个',
  day_limit: '该渠道今日还可购买%{left}个',
  keys_used_up: '库存不足，该卡类的卡密已基本用尽',
  cards_used: '已有 %{used} 张卡密被使用',
  body_too_large: '请求内容过大',
  unsupported_body: '请求必须是 UTF-8 编码的表单',
  too_many_failures: '密钥错误次数过多，请在 %{seconds} 秒后重试',
  internal_error: '服务器内部错误',
  unavailable: '服务器繁忙，请使用相同的请求号重试',
};
