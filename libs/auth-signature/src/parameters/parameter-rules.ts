import type { Type } from '@nestjs/common';
import { getMetadataStorage, ValidationTypes } from 'class-validator';

type Dto = Readonly<Record<string, unknown>>;

interface FieldRules {
  readonly field: string;
  /** Conditions under which the rules apply; all of them must be true. */
  readonly conditions: readonly ((dto: Dto, value: unknown) => boolean)[];
  readonly accepts: readonly ((value: unknown) => boolean)[];
}

/**
 * The validators of a DTO class, looked up once. class-validator would look them up at every call, which takes longer
 * than a heartbeat's signature check. class-validator itself runs only for refused values, to return the reasons.
 */
export class ParameterRules {
  readonly fields: readonly string[];
  private readonly rules: readonly FieldRules[];

  private constructor(type: Type<object>) {
    const storage = getMetadataStorage();
    const metadata = storage.getTargetValidationMetadatas(type, '', false, false);
    this.fields = [...new Set(metadata.map(({ propertyName }) => propertyName))];
    this.rules = this.fields.map((field) => {
      const ofField = metadata.filter(({ propertyName }) => propertyName === field);
      const conditional = ofField.filter(({ type }) => type === ValidationTypes.CONDITIONAL_VALIDATION);
      const accepts = ofField
        .filter((each) => !conditional.includes(each))
        .flatMap(({ type, constraintCls }) => {
          if (type !== ValidationTypes.CUSTOM_VALIDATION)
            throw new Error(`${field} has a rule of type ${type}`);
          return storage.getTargetValidatorConstraints(constraintCls).map(({ instance }) => instance);
        })
        .map((validator) => (value: unknown) => validator.validate(value) === true);
      return {
        field,
        conditions: conditional.map(
          ({ constraints }) => constraints[0] as (dto: Dto, value: unknown) => boolean,
        ),
        accepts,
      };
    });
  }

  private static readonly known = new Map<Type<object>, ParameterRules>();

  static of(type: Type<object>): ParameterRules {
    let rules = this.known.get(type);
    if (!rules) this.known.set(type, (rules = new ParameterRules(type)));
    return rules;
  }

  accept(dto: Dto): boolean {
    return this.rules.every(({ field, conditions, accepts }) => {
      const value = dto[field];
      return (
        !conditions.every((applies) => applies(dto, value)) || accepts.every((accepts) => accepts(value))
      );
    });
  }
}
