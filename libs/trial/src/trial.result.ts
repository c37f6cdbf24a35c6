import { OmitType } from '@nestjs/swagger';
import { HeartbeatResult, LoginResult } from '@app/licensing';

/** Response of a trial's login (POST /trial/login). `hg` is at most 30 seconds. */
export class TrialLoginResult extends OmitType(LoginResult, [
  'card_type',
  'config',
  'features',
  'uses_left',
]) {}

/** Response of a trial's heartbeat (POST /trial/heartbeat). */
export class TrialHeartbeatResult extends OmitType(HeartbeatResult, ['uses_left']) {}
