import Close from '@mui/icons-material/Close';
import { Alert, Box, Button, Drawer, IconButton, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { RecordContextProvider, ResourceContextProvider, useLocale, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Dto } from '../../api/types';
import { DeviceLink } from '../../components/device-link';
import { RelativeTime } from '../../components/relative-time';
import { useFormatTime } from '../../components/use-format-time';
import { Diagnosis } from '../../holders/diagnosis';
import { resourceOf } from '../../holders/holder';
import { meaningOf } from '../../holders/refusal-meaning';
import { BlockButton } from './block-buttons';
import { requestsPath } from './request-path';
import { RequestedName } from './requested-name';

type Request = Dto<'RefusalDto'>;

interface RequestDrawerProps {
  /** The request that is shown; `undefined` closes the drawer. */
  request: Request | undefined;
  onClose: () => void;
}

/** Explains a refused request, and what to do about it. */
export function RequestDrawer({ request, onClose }: RequestDrawerProps) {
  const id = useId();
  return (
    <Drawer
      anchor="right"
      open={request !== undefined}
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-labelledby': id, sx: { width: 480, maxWidth: '100%' } } }}
    >
      {request && <Details request={request} titleId={id} onClose={onClose} />}
    </Drawer>
  );
}

function Details({ request, titleId, onClose }: { request: Request; titleId: string; onClose: () => void }) {
  const translate = useTranslate();
  const locale = useLocale();
  const formatTime = useFormatTime();
  const { at, code, name, deviceId, ip, version, endpoint, holderKind, holderId } = request;
  const advice = adviceKey(request);
  return (
    <Box sx={{ p: 2, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
        <Typography id={titleId} component="h2" variant="h6" sx={{ flex: 1, lineHeight: 1.3 }}>
          {code} {meaningOf(request, locale)}
        </Typography>
        <IconButton onClick={onClose} aria-label={translate('ra.action.close')} autoFocus>
          <Close />
        </IconButton>
      </Box>
      <Alert severity="info">{translate(advice, { _: translate('panel.requests.advice.other') })}</Alert>
      <Box component="dl" sx={FACTS}>
        <Fact term="at">
          {formatTime(at)} (<RelativeTime at={at} />)
        </Fact>
        <Fact term="name">
          <RequestedName request={request} />
        </Fact>
        <Fact term="deviceId">{deviceId === null ? '–' : <DeviceLink deviceId={deviceId} />}</Fact>
        <Fact term="ip">{ip}</Fact>
        <Fact term="version">{version ?? '–'}</Fact>
        <Fact term="endpoint">{endpoint}</Fact>
      </Box>
      {holderKind !== null && holderId !== null && (
        <Box component="section">
          <Typography component="h3" variant="subtitle2" gutterBottom>
            {translate(`panel.requests.now_${holderKind}`)}
          </Typography>
          <ResourceContextProvider value={resourceOf(holderKind)}>
            <RecordContextProvider value={{ id: holderId }}>
              <Box sx={{ mx: -2 }}>
                <Diagnosis deviceId={deviceId ?? undefined} />
              </Box>
            </RecordContextProvider>
          </ResourceContextProvider>
        </Box>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {name !== null && (
          <Filtered label="panel.requests.all_of_name" to={requestsPath({ exactName: name })} />
        )}
        {deviceId !== null && (
          <Filtered label="panel.requests.all_of_device" to={requestsPath({ deviceId })} />
        )}
        <Filtered label="panel.requests.all_of_address" to={requestsPath({ ip })} />
        <BlockButton kind="ip" pattern={ip} />
        {deviceId !== null && <BlockButton kind="device" pattern={deviceId} />}
      </Box>
    </Box>
  );

  function Filtered({ label, to }: { label: string; to: string }) {
    return (
      <Button size="small" component={Link} to={to} onClick={onClose}>
        {translate(label)}
      </Button>
    );
  }
}

function Fact({ term, children }: { term: keyof Request; children: ReactNode }) {
  const translate = useTranslate();
  return (
    <>
      <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
        {translate(`resources.refusals.fields.${term}`)}
      </Typography>
      <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {children}
      </Typography>
    </>
  );
}

/** Returns the translation key of the advice. For codes without this key, the caller shows a general text. */
function adviceKey({ code, holderId }: Request): string {
  const isUnknown = code === 10218 && holderId !== null;
  return `panel.requests.advice.${isUnknown ? 'exists_now' : code}`;
}

const FACTS = {
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  columnGap: 2,
  rowGap: 0.75,
  m: 0,
};
