import { ActivityCount, Refusal, SessionSample } from './activity.entity.js';
import { AdminSession } from './admin-session.entity.js';
import { Admin, AdminApplication } from './admin.entity.js';
import { ApiToken, ApiTokenApplication } from './api-token.entity.js';
import { Application } from './application.entity.js';
import { AuditRecord } from './audit-record.entity.js';
import { Block } from './block.entity.js';
import { CardJob } from './card-job.entity.js';
import { CardType } from './card-type.entity.js';
import { Card } from './card.entity.js';
import { Channel, ChannelProduct } from './channel.entity.js';
import { Consumption } from './consumption.entity.js';
import { DataUsage } from './data-usage.entity.js';
import { Device } from './device.entity.js';
import { OutboxEvent } from './event.entity.js';
import { ActiveHolder, Anomaly, DayFigures, DayIncome, Recharge } from './figures.entity.js';
import { FunctionCallCount, FunctionCallRecord, FunctionVersion } from './function-history.entity.js';
import { OrderCallback } from './order-callback.entity.js';
import { Order } from './order.entity.js';
import { OrderMail } from './order-mail.entity.js';
import { Payment } from './payment.entity.js';
import { RecoveryCode } from './recovery-code.entity.js';
import { PortalSession } from './portal-session.entity.js';
import { RemoteData } from './remote-data.entity.js';
import { RemoteFunction } from './remote-function.entity.js';
import { ServerProcessRow } from './server-process.entity.js';
import { ServerState } from './server-state.entity.js';
import { Session } from './session.entity.js';
import { SoftwareVersion } from './software-version.entity.js';
import { Ticket } from './ticket.entity.js';
import { Trial } from './trial.entity.js';
import { User } from './user.entity.js';
import { Variable } from './variable.entity.js';
import { VariableVersion } from './variable-version.entity.js';
import { Notifier, NotifierApplication, NotifierMessage } from './notifier.entity.js';
import { Webhook, WebhookApplication, WebhookDelivery } from './webhook.entity.js';

export * from './activity.entity.js';
export * from './admin-session.entity.js';
export * from './admin.entity.js';
export * from './api-token.entity.js';
export * from './application-rules.js';
export * from './application.entity.js';
export * from './audit-actions.js';
export * from './audit-record.entity.js';
export * from './block.entity.js';
export * from './card-job.entity.js';
export * from './card-type.entity.js';
export * from './card.entity.js';
export * from './channel-key.js';
export * from './channel.entity.js';
export * from './consumption.entity.js';
export * from './data-usage.entity.js';
export * from './device.entity.js';
export * from './event.entity.js';
export * from './event-receiver.js';
export * from './field-limits.js';
export * from './figures.entity.js';
export * from './function-history.entity.js';
export * from './licence-holder.js';
export * from './licence-terms.js';
export * from './notifier.entity.js';
export * from './order-callback.entity.js';
export * from './order.entity.js';
export * from './order-mail.entity.js';
export * from './payment.entity.js';
export * from './recovery-code.entity.js';
export * from './portal-session.entity.js';
export * from './remote-data.entity.js';
export * from './remote-function.entity.js';
export * from './server-process.entity.js';
export * from './server-state.entity.js';
export * from './session.entity.js';
export * from './software-version.entity.js';
export * from './ticket.entity.js';
export * from './trial.entity.js';
export * from './unbind-policy.js';
export * from './user.entity.js';
export * from './variable.entity.js';
export * from './variable-version.entity.js';
export * from './version-rules.js';
export * from './webhook.entity.js';

/** All tables of the product. */
export const ENTITIES = [
  Application,
  CardType,
  Channel,
  ChannelProduct,
  Order,
  OrderCallback,
  OrderMail,
  Payment,
  Card,
  User,
  Trial,
  Device,
  Session,
  PortalSession,
  Consumption,
  Ticket,
  Variable,
  RemoteData,
  DataUsage,
  RemoteFunction,
  SoftwareVersion,
  ServerState,
  ServerProcessRow,
  Admin,
  AdminApplication,
  RecoveryCode,
  AdminSession,
  ApiToken,
  ApiTokenApplication,
  AuditRecord,
  CardJob,
  FunctionVersion,
  FunctionCallRecord,
  FunctionCallCount,
  VariableVersion,
  Block,
  ActivityCount,
  SessionSample,
  Refusal,
  OutboxEvent,
  Webhook,
  WebhookApplication,
  WebhookDelivery,
  Notifier,
  NotifierApplication,
  NotifierMessage,
  DayFigures,
  DayIncome,
  ActiveHolder,
  Recharge,
  Anomaly,
];
