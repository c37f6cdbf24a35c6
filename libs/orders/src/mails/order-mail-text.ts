import type { Language } from '@app/database';
import { fillTemplate } from '@app/platform';

/** Texts of the email, by the application's language. */
const WORDS: Record<Language, { subject: string; thanks: string; cards: string; order: string }> = {
  en: {
    subject: 'Your cards for %{application}',
    thanks: 'Thank you for your order: %{product} for %{application}.',
    cards: 'Your cards:',
    order: 'Order number: %{orderNo}',
  },
  'zh-CN': {
    subject: '您的 %{application} 卡密',
    thanks: '感谢购买 %{application}：%{product}。',
    cards: '您的卡密：',
    order: '订单号：%{orderNo}',
  },
};

/** An order whose cards are emailed to its buyer. */
export interface MailedOrder {
  readonly language: Language;
  /** Name of the application. */
  readonly application: string;
  readonly product: string;
  readonly orderNo: string;
  readonly cards: readonly string[];
  /** Text that the channel adds below the cards; `null` if there is none. */
  readonly mailText: string | null;
}

/** Returns the email with an order's cards, one card per line, so that each can be copied. */
export function orderMailText(order: MailedOrder): { subject: string; text: string } {
  const { language, application, product, orderNo, cards, mailText } = order;
  const words = WORDS[language];
  const paragraphs = [
    fillTemplate(words.thanks, { application, product }),
    `${words.cards}\n${cards.join('\n')}`,
    ...(mailText === null ? [] : [mailText]),
    fillTemplate(words.order, { orderNo }),
  ];
  return { subject: fillTemplate(words.subject, { application }), text: `${paragraphs.join('\n\n')}\n` };
}
