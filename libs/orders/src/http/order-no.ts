/** Format of the order number that a shop sends, the same in all protocols. */
export const ORDER_NO = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/;
