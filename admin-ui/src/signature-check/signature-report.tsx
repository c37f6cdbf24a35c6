import {
  Alert,
  Box,
  Card,
  CardContent,
  Table,
  TableBody,
  TableCell,
  TableRow,
  Typography,
} from '@mui/material';
import { useTranslate } from 'react-admin';
import { messageKey } from '../i18n/message-key';
import type { Dto } from '../api/types';
import { CopyButton } from '../components/copy-button';
import { FindingAlert } from './finding-alert';

type Report = Dto<'SignatureCheckDto'>;

const SEVERITIES = ['error', 'warning', 'info'] as const;

/** The result of the server's check of a signed request. */
export function SignatureReport({ report }: { report: Report }) {
  const translate = useTranslate();
  const findings = SEVERITIES.flatMap((severity) =>
    report.findings.filter((finding) => finding.severity === severity),
  );
  return (
    <Card>
      <CardContent>
        <Typography component="h2" variant="h6" gutterBottom>
          {translate('panel.signature_check.findings')}
        </Typography>
        <Verdict report={report} />
        {findings.map((finding) => (
          <FindingAlert
            key={`${finding.code} ${String(finding.details.parameter ?? '')}`}
            finding={finding}
            signMode={report.signMode}
          />
        ))}
        <Signs report={report} />
        <Parameters parameters={report.parameters} />
      </CardContent>
    </Card>
  );
}

function Verdict({ report: { matches, givenSign, findings } }: { report: Report }) {
  const translate = useTranslate();
  const isAccepted = !findings.some(({ severity }) => severity === 'error');
  const verdict = matches
    ? isAccepted
      ? 'accepted'
      : 'right_but_refused'
    : givenSign === null
      ? 'none'
      : 'wrong';
  return (
    <Alert severity={matches && isAccepted ? 'success' : 'error'} variant="outlined" sx={{ mb: 1 }}>
      {translate(messageKey(`panel.signature_check.verdict.${verdict}`))}
    </Alert>
  );
}

function Signs({ report: { canonicalString, expectedSign, givenSign } }: { report: Report }) {
  const translate = useTranslate();
  return (
    <Box component="dl" sx={{ mb: 0 }}>
      <Text name={translate('panel.signature_check.canonical')} text={canonicalString} />
      <Text name={translate('panel.signature_check.expected')} text={expectedSign} />
      <Text name={translate('panel.signature_check.given')} text={givenSign} />
    </Box>
  );
}

function Text({ name, text }: { name: string; text: string | null }) {
  return (
    <>
      <Typography component="dt" variant="body2" color="textSecondary">
        {name}
      </Typography>
      <Box component="dd" sx={{ m: 0, mb: 1, display: 'flex', alignItems: 'flex-start', gap: 0.5 }}>
        <Box component="code" sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {text ?? '–'}
        </Box>
        {text !== null && <CopyButton text={text} />}
      </Box>
    </>
  );
}

function Parameters({ parameters }: Pick<Report, 'parameters'>) {
  const translate = useTranslate();
  return (
    <>
      <Typography component="h3" variant="subtitle1">
        {translate('panel.signature_check.parameters')}
      </Typography>
      <Table size="small" sx={{ tableLayout: 'fixed' }}>
        <TableBody>
          {Object.entries(parameters).map(([name, value]) => (
            <TableRow key={name}>
              <TableCell component="th" scope="row" sx={{ width: '35%', overflowWrap: 'anywhere' }}>
                <code>{name}</code>
              </TableCell>
              <TableCell sx={{ overflowWrap: 'anywhere' }}>
                <code>{value === '' ? translate('panel.signature_check.empty') : value}</code>
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </>
  );
}
