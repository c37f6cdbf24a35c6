/**
 * Layout of the memory shared by `MemoryWatch` and its thread, in 32-bit words. It consists of the number of watched
 * calls, a constant word, and a slot for each call.
 */
export const ACTIVE = 0;
export const UNCHANGED = 1;
export const FIRST_SLOT = 2;

/** Words of a slot. */
export const CALL = 0;
export const PID = 1;
export const LIMIT_KIB = 2;
/** Number of the call whose process the thread has killed. */
export const ENDED = 3;
export const SLOT_WORDS = 4;
