import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { type AnsweredRequest, RequestMetrics } from '@app/platform';
import { PAOJIAOYUN_GROUP, PAOJIAOYUN_PREFIX } from './routes.js';

@ApiTags(`Client: ${PAOJIAOYUN_GROUP}`)
@Controller(PAOJIAOYUN_PREFIX)
export class PaojiaoyunPingController {
  constructor(private readonly metrics: RequestMetrics) {}

  /** Answers with the text `Pong`. Requires no parameters and no signature, and does not count toward any limit. */
  @Get('ping')
  @ApiOperation({ operationId: 'clientPaojiaoyunPing' })
  @ApiProduces('text/plain')
  ping(@Req() request: AnsweredRequest, @Res() response: Response): void {
    response.writeHead(200, {
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '4',
      'access-control-allow-origin': '*',
    });
    response.end('Pong');
    this.metrics.record(request, 200);
  }
}
