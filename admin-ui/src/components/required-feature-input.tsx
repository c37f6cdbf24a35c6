import { TextInput, useGetList } from 'react-admin';
import type { CardType } from '../api/types';
import { useApplication } from '../layout/application-context';

const NAMES = 'feature-names';

/**
 * An input for the feature that a variable or function requires. It suggests the features of the application's card
 * types.
 */
export function RequiredFeatureInput({ helperText }: { helperText: string }) {
  const application = useApplication();
  const { data = [] } = useGetList<CardType>(
    'card-types',
    { filter: { applicationId: application?.id }, pagination: { page: 1, perPage: 1000 } },
    { enabled: application !== undefined },
  );
  const names = new Set(data.flatMap(({ features }) => Object.keys(features)));
  return (
    <>
      <TextInput
        source="requireFeature"
        helperText={helperText}
        slotProps={{ htmlInput: { list: NAMES, autoComplete: 'off' } }}
      />
      <datalist id={NAMES}>
        {[...names].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
