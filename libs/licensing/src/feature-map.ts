import { applyDecorators } from '@nestjs/common';
import { Transform, Type } from 'class-transformer';
import { ValidateBy } from 'class-validator';
import { fillTemplate, RULE_WORDS } from '@app/platform';
import { featuresFault } from './rules/features.js';

/** A field with features. Its fault names the invalid member. */
export function FeatureMap(): PropertyDecorator {
  return applyDecorators(
    // The original value, because the transformation into a class silently drops some names.
    Type(() => Object),
    Transform(({ obj, key }) => (obj as Record<string, unknown>)[key]),
    ValidateBy(
      { name: 'featureMap', validator: { validate: areFeatures } },
      { message, context: { of: featuresFault } },
    ),
  );
}

function areFeatures(value: unknown): boolean {
  return featuresFault(value) === undefined;
}

function message({ value }: { value: unknown }): string {
  const { code, params } = featuresFault(value)!;
  return fillTemplate(RULE_WORDS[code], params);
}
