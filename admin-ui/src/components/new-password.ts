import { maxLength, minLength } from 'react-admin';

/** The server's rules for an administrator's password. */
export const PASSWORD_RULES = [minLength(10), maxLength(128)];
