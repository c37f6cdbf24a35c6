import { Box } from '@mui/material';
import { FormDataConsumer, useRecordContext } from 'react-admin';
import type { Dto } from '../../api/types';
import { useApplication } from '../../layout/application-context';
import { SourceInput } from './source-input';
import { TestRun } from './test-run';

/** The source editor, and beside it a test. The test runs the text in the editor, even if it is not saved. */
export function Workbench() {
  const saved = useRecordContext<Dto<'RemoteFunctionDto'>>();
  const chosen = useApplication();
  const applicationId = saved?.applicationId ?? chosen?.id;
  return (
    <Box sx={{ display: 'grid', width: '100%', gap: 2, gridTemplateColumns: COLUMNS }}>
      <SourceInput />
      <FormDataConsumer<Dto<'RemoteFunctionDto'>>>
        {({ formData: { name, source, timeoutMs, memoryMb } }) => (
          <TestRun
            savedId={saved?.id}
            draft={{ applicationId: applicationId!, name, source, timeoutMs, memoryMb }}
          />
        )}
      </FormDataConsumer>
    </Box>
  );
}

const COLUMNS = { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(300px, 380px)' };
