import { IntersectionType, OmitType } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { isJsonList, Optional } from '@app/platform';
import { faultOptions } from '../../errors/field-faults.js';
import { CreateFunctionDto } from './function.dto.js';

const PARAMS_MAX_BYTES = 256 * 1024;

/** The input of a test run. */
export class TestFunctionDto {
  /** The list of arguments as JSON text, as clients send it; at most 256 KiB. By default there are no arguments. */
  @Optional()
  @JsonList()
  params?: string;
}

/** An unsaved function and the input of its test run. */
export class TestSourceDto extends IntersectionType(
  TestFunctionDto,
  OmitType(CreateFunctionDto, ['enabled']),
) {}

/** The outcome of a test run. */
export class FunctionTestDto {
  /** False if the run failed; `error` is the reason. */
  ok!: boolean;

  /** JSON text of the return value, as clients get it. */
  value?: string;

  /** The reason of the failure. */
  error?: string;

  /** Output to `console`, one entry for each call of a console method; truncated when too long. */
  console!: string[];

  /** Wall time in milliseconds. */
  durationMs!: number;

  /** Approximate heap use in bytes; 0 when unknown. */
  heapBytes!: number;
}

export class FunctionLimitsDto {
  /** Maximum wall time of a call in milliseconds. */
  timeoutMs!: number;

  /** Maximum memory of a call in MiB. */
  memoryMb!: number;
}

function JsonList(): PropertyDecorator {
  const validate = (value: unknown) =>
    typeof value === 'string' && Buffer.byteLength(value) <= PARAMS_MAX_BYTES && isJsonList(value);
  return ValidateBy(
    { name: 'jsonList', validator: { validate } },
    faultOptions('json_list', { max: PARAMS_MAX_BYTES }),
  );
}
