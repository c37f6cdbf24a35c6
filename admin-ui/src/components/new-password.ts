import { maxLength, minLength } from 'react-admin';

/** As the server wants an administrator's password. */
export const PASSWORD_RULES = [minLength(10), maxLength(128)];
