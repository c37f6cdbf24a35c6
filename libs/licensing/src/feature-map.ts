import { applyDecorators } from '@nestjs/common';
import { Transform, Type } from 'class-transformer';
import { ValidateBy } from 'class-validator';
import { fillTemplate, RULE_WORDS } from '@app/platform';
import { featuresFault } from './rules/features.js';

/** A field that contains features. The field's error message identifies the invalid feature. */
export function FeatureMap(): PropertyDecorator {
  return applyDecorators(
    // Keeps the original value, because transforming it into a class would silently drop some names.
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
