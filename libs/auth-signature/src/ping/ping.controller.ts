import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Clock, RequestMetrics, toSeconds } from '@app/platform';
import type { ClientHttpRequest } from '../caller.js';
import { CLIENT_API_PREFIX } from '../client-api-prefix.js';
import { DocumentEnvelope } from '../docs/document-answer.js';
import { sendEnvelope } from '../envelope/send-envelope.js';
import { PingResult } from './ping.result.js';

@ApiTags('Client: ping')
@Controller(CLIENT_API_PREFIX)
export class PingController {
  constructor(
    private readonly clock: Clock,
    private readonly metrics: RequestMetrics,
  ) {}

  /**
   * Reports that the server is reachable, and the server's time. Requires no parameters and no signature, and does not
   * count toward any limit.
   */
  @Get('ping')
  @ApiOperation({ operationId: 'clientPing' })
  @DocumentEnvelope(PingResult, [{ code: 0, en: 'ok' }])
  ping(@Req() request: ClientHttpRequest, @Res() response: Response): void {
    const result = { server_time: toSeconds(this.clock.now()) } satisfies PingResult;
    sendEnvelope(response, 200, { code: 0, message: 'ok', result });
    this.metrics.record(request, 0);
  }
}
