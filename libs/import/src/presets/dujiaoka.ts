import type { SourceRecord } from '../read-records.js';
import type { MappedRecord } from './mapped-record.js';
import { toText } from './to-text.js';

/** Column titles in the export of dujiaoka's panel (simplified and traditional Chinese) and in the table `carmis`. */
const TITLES = {
  card: ['carmi', '卡密内容', '卡密內容', 'carmis.fields.carmi'],
  goods: ['gd_name', 'goods.gd_name', '所属商品', '所屬商品', 'carmis.fields.goods_id', 'goods_id'],
  status: ['status', '状态', '狀態'],
  deletedAt: ['deleted_at'],
};

const SOLD = new Set(['2', '已售出']);

/**
 * Maps the cards (carmis) of dujiaoka. dujiaoka knows which cards were sold, but not which were used. All cards are
 * imported as unused. Sold cards are also marked as issued, so that they are not sold again.
 */
export function* readDujiaoka(records: readonly SourceRecord[]): Generator<MappedRecord> {
  for (const { line, values, fault } of records) {
    const goods = textOf(values, TITLES.goods);
    const isSold = SOLD.has(textOf(values, TITLES.status));
    const texts = {
      card: textOf(values, TITLES.card),
      card_type: goods,
      batch: goods,
      state: 'unused',
      note: isSold ? 'dujiaoka: sold' : '',
      issued: isSold ? 'true' : '',
    };
    const isDeleted = !['', 'NULL'].includes(textOf(values, TITLES.deletedAt));
    yield {
      line,
      texts,
      fault: fault ?? (isDeleted ? { code: 'deleted_elsewhere', params: {} } : undefined),
    };
  }
}

function textOf(values: SourceRecord['values'], titles: readonly string[]): string {
  const title = titles.find((title) => Object.hasOwn(values, title));
  return title === undefined ? '' : (toText(values[title]) ?? '').trim();
}
