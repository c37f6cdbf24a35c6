export { IntegrationPage } from './integration-page';
