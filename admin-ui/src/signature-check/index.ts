export { SignatureCheckPage } from './signature-check-page';
