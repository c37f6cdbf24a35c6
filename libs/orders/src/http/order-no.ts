/** The number of a shop's order, in every protocol. */
export const ORDER_NO = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/;
