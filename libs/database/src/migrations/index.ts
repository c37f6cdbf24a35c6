import { CardMode1700000000000 } from './1700000000000-card-mode.js';
import { CardTypeUnbinding1700000023000 } from './1700000023000-card-type-unbinding.js';
import { CardPages1700000021000 } from './1700000021000-card-pages.js';
import { ApplicationKeys1700000005000 } from './1700000005000-application-keys.js';
import { Admin1700000002000 } from './1700000002000-admin.js';
import { CardSearch1700000018000 } from './1700000018000-card-search.js';
import { ChannelSecrets1700000013000 } from './1700000013000-channel-secrets.js';
import { Compat1700000010000 } from './1700000010000-compat.js';
import { DataUsage1700000004000 } from './1700000004000-data-usage.js';
import { Events1700000012000 } from './1700000012000-events.js';
import { Figures1700000017000 } from './1700000017000-figures.js';
import { ForcedVersions1700000026000 } from './1700000026000-forced-versions.js';
import { FunctionCallCounts1700000024000 } from './1700000024000-function-call-counts.js';
import { FunctionTrials1700000009000 } from './1700000009000-function-trials.js';
import { ManyProcesses1700000003000 } from './1700000003000-many-processes.js';
import { Notifiers1700000016000 } from './1700000016000-notifiers.js';
import { OrderCallbacks1700000014000 } from './1700000014000-order-callbacks.js';
import { Orders1700000011000 } from './1700000011000-orders.js';
import { Payments1700000015000 } from './1700000015000-payments.js';
import { Portal1700000019000 } from './1700000019000-portal.js';
import { ProcessLeases1700000027000 } from './1700000027000-process-leases.js';
import { RefusalList1700000020000 } from './1700000020000-refusal-list.js';
import { RemoteSoftwareUser1700000001000 } from './1700000001000-remote-software-user.js';
import { UsesAndFeatures1700000007000 } from './1700000007000-uses-and-features.js';
import { Tickets1700000006000 } from './1700000006000-tickets.js';
import { Trials1700000008000 } from './1700000008000-trials.js';
import { VariableVersions1700000025000 } from './1700000025000-variable-versions.js';

/** All migrations, oldest first. Append new ones; never change a released one. */
export const MIGRATIONS = [
  CardMode1700000000000,
  RemoteSoftwareUser1700000001000,
  Admin1700000002000,
  ManyProcesses1700000003000,
  DataUsage1700000004000,
  ApplicationKeys1700000005000,
  Tickets1700000006000,
  UsesAndFeatures1700000007000,
  Trials1700000008000,
  FunctionTrials1700000009000,
  Compat1700000010000,
  Orders1700000011000,
  Events1700000012000,
  ChannelSecrets1700000013000,
  OrderCallbacks1700000014000,
  Payments1700000015000,
  Notifiers1700000016000,
  Figures1700000017000,
  CardSearch1700000018000,
  Portal1700000019000,
  RefusalList1700000020000,
  CardPages1700000021000,
  CardTypeUnbinding1700000023000,
  FunctionCallCounts1700000024000,
  VariableVersions1700000025000,
  ForcedVersions1700000026000,
  ProcessLeases1700000027000,
];
