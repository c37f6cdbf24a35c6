import { minValue, NumberInput, required, SelectInput, useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { UNBIND_POLICIES } from '../../api/choices';
import type { CardType } from '../../api/types';
import { USES_HOURS } from '../../components/uses-hours';
import { useApplication } from '../../layout/application-context';

/** The unbind policy of a card type. If it is empty, the application's policy applies and is shown. */
export function UnbindPolicyInputs() {
  const translate = useTranslate();
  const application = useApplication();
  const policy = useWatch({ name: 'unbindPolicy' }) as CardType['unbindPolicy'] | undefined;
  const inherited = application && translate(`panel.unbind_policy.${application.unbindPolicy}`);
  return (
    <>
      <SelectInput
        source="unbindPolicy"
        choices={UNBIND_POLICIES}
        emptyText={translate('panel.card_types.unbind_inherited', { policy: inherited ?? '' })}
        helperText="panel.card_types.unbind_help"
      />
      {policy && USES_HOURS[policy] && (
        <NumberInput
          source="unbindHours"
          validate={[required(), minValue(1)]}
          helperText="panel.applications.help.unbindHours"
          min={1}
        />
      )}
    </>
  );
}
