import { Get, HttpCode, Post } from '@nestjs/common';
import { type Caller, FromCaller, FromParameters, Refuses } from '@app/auth-signature';
import {
  FUNCTION_REFUSALS,
  VARIABLE_REFUSALS,
  type DataResult,
  DataService,
  type FunctionResult,
  FunctionService,
  type VariableResult,
  VariableService,
} from '@app/remote';
import { PaojiaoyunApi } from './paojiaoyun-api.decorator.js';
import { CallRemoteFuncDto, RemoteDataDto, RemoteVarDto, WriteRemoteDataDto } from './paojiaoyun.dto.js';

/** Remote variables, data and functions, which 泡椒云 clients identify by parameters. Data belongs to the application. */
@PaojiaoyunApi('af')
export class PaojiaoyunRemoteController {
  constructor(
    private readonly variables: VariableService,
    private readonly data: DataService,
    private readonly functions: FunctionService,
  ) {}

  /** Returns a variable. */
  @Get('remote_var')
  @Refuses(...VARIABLE_REFUSALS)
  getVariable(
    @FromCaller() caller: Caller,
    @FromParameters() parameters: RemoteVarDto,
  ): Promise<VariableResult> {
    return this.variables.get(caller, parameters.key, parameters);
  }

  /** Returns a value from the remote data. */
  @Get('remote_data')
  @Refuses('DATA_UNKNOWN')
  getData(@FromCaller() caller: Caller, @FromParameters() { key }: RemoteDataDto): Promise<DataResult> {
    return this.data.get(caller, { key });
  }

  /** Creates, updates or deletes a value in the remote data. */
  @Post('remote_data')
  @HttpCode(200)
  @Refuses('DATA_UNKNOWN', 'DATA_EXISTS', 'DATA_QUOTA')
  writeData(
    @FromCaller() caller: Caller,
    @FromParameters() { key, action, value = '' }: WriteRemoteDataDto,
  ): Promise<void> {
    switch (action) {
      case 'create':
        return this.data.create(caller, { key }, value);
      case 'update':
        return this.data.update(caller, { key }, value);
      case 'delete':
        return this.data.delete(caller, { key });
    }
  }

  /** Calls a function on the server. */
  @Post('call_remote_func')
  @HttpCode(200)
  @Refuses(...FUNCTION_REFUSALS)
  callFunction(
    @FromCaller() caller: Caller,
    @FromParameters() parameters: CallRemoteFuncDto,
  ): Promise<FunctionResult> {
    return this.functions.call(caller, parameters.func_name, parameters);
  }
}
