import type { Application } from '../api/types';

/** True for unbind policies that move the expiry by a number of hours. */
export const USES_HOURS: Record<Application['unbindPolicy'], boolean> = {
  unbind_only: false,
  reset_to_unused: false,
  deduct_hours: true,
  add_hours: true,
  disabled: false,
};
