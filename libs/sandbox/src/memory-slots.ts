/**
 * The memory that `MemoryWatch` and its thread share, in 32-bit words: how many calls are watched, a word that nobody
 * changes, then a slot for each call.
 */
export const ACTIVE = 0;
export const UNCHANGED = 1;
export const FIRST_SLOT = 2;

/** The words of a slot. */
export const CALL = 0;
export const PID = 1;
export const LIMIT_KIB = 2;
/** The call that the thread has ended a process for. */
export const ENDED = 3;
export const SLOT_WORDS = 4;
