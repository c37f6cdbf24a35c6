import { IntersectionType, OmitType } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { isJsonList, Optional } from '@app/platform';
import { says } from '../../errors/field-faults.js';
import { CreateFunctionDto } from './function.dto.js';

const PARAMS_MAX_BYTES = 256 * 1024;

/** What a function is tried with. */
export class TestFunctionDto {
  /** The arguments, as clients send them: JSON text of a list, at most 256 KiB; none when left out. */
  @Optional()
  @JsonList()
  params?: string;
}

/** A function that is not saved, and what it is tried with. */
export class TestSourceDto extends IntersectionType(
  TestFunctionDto,
  OmitType(CreateFunctionDto, ['enabled']),
) {}

/** How a function fared. */
export class FunctionTestDto {
  /** false: it failed, for the reason in `error`. */
  ok!: boolean;

  /** JSON text of what it returned, as clients get it. */
  value?: string;

  /** Why it failed. */
  error?: string;

  /** What it wrote with `console`, a line a call; cut where it is too much. */
  console!: string[];

  /** Wall time in milliseconds. */
  durationMs!: number;

  /** Roughly what it took of the heap, in bytes; 0 when that is not known. */
  heapBytes!: number;
}

export class FunctionLimitsDto {
  /** Most wall time of a call in milliseconds. */
  timeoutMs!: number;

  /** Most memory of a call in MiB. */
  memoryMb!: number;
}

function JsonList(): PropertyDecorator {
  const validate = (value: unknown) =>
    typeof value === 'string' && Buffer.byteLength(value) <= PARAMS_MAX_BYTES && isJsonList(value);
  return ValidateBy(
    { name: 'jsonList', validator: { validate } },
    says('json_list', { max: PARAMS_MAX_BYTES }),
  );
}
