import { Body, HttpCode, Param, ParseIntPipe, Post } from '@nestjs/common';
import { CurrentActor, type Actor } from '../../access/actor.js';
import { Allow } from '../../access/allow.decorator.js';
import { AdminApi } from '../../api/admin-api.decorator.js';
import { type FunctionTestDto, TestFunctionDto, TestSourceDto } from './function-test.dto.js';
import { FunctionTester } from './function-tester.js';

/** Trying functions out. No client hears of it, and it is not among a function's calls. */
@AdminApi('functions', 'functions')
export class FunctionTestController {
  constructor(private readonly tester: FunctionTester) {}

  /** Runs a source that is not saved. */
  @Post('test')
  @HttpCode(200)
  @Allow('manager')
  source(@CurrentActor() actor: Actor, @Body() dto: TestSourceDto): Promise<FunctionTestDto> {
    return this.tester.testSource(actor, dto);
  }

  /** Runs a function as it is saved, enabled or not. */
  @Post(':id/test')
  @HttpCode(200)
  @Allow('manager')
  saved(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @Body() { params }: TestFunctionDto,
  ): Promise<FunctionTestDto> {
    return this.tester.testSaved(actor, id, params);
  }
}
