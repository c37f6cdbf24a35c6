import { Body, HttpCode, Param, ParseIntPipe, Post } from '@nestjs/common';
import { CurrentActor, type Actor } from '../../access/actor.js';
import { Allow } from '../../access/allow.decorator.js';
import { AdminApi } from '../../api/admin-api.decorator.js';
import { type FunctionTestDto, TestFunctionDto, TestSourceDto } from './function-test.dto.js';
import { FunctionTester } from './function-tester.js';

/** Test runs of functions. They do not affect clients and are not listed among a function's calls. */
@AdminApi('functions', 'functions')
export class FunctionTestController {
  constructor(private readonly tester: FunctionTester) {}

  /** Runs an unsaved source. */
  @Post('test')
  @HttpCode(200)
  @Allow('manager')
  source(@CurrentActor() actor: Actor, @Body() dto: TestSourceDto): Promise<FunctionTestDto> {
    return this.tester.testSource(actor, dto);
  }

  /** Runs a saved function, whether it is enabled or not. */
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
