import { Box } from '@mui/material';
import { QRCodeSVG } from 'qrcode.react';

interface QrCodeProps {
  text: string;
  title: string;
  sizePx: number;
}

/** A QR code. It is dark on white in both themes, so that cameras can read it. Loaded on demand. */
export default function QrCode({ text, title, sizePx }: QrCodeProps) {
  return (
    <Box sx={{ p: 1.5, bgcolor: '#ffffff', lineHeight: 0, borderRadius: 1 }}>
      <QRCodeSVG value={text} title={title} size={sizePx} role="img" />
    </Box>
  );
}
