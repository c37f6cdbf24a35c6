import type { ReactNode } from 'react';
import {
  AccessDenied,
  AdminContext,
  AuthenticationError,
  CoreAdminUI,
  CustomRoutes,
  Error as ErrorPage,
  NotFound,
  Notification,
  Resource,
} from 'react-admin';
import { CssBaseline } from '@mui/material';
import { Route } from 'react-router-dom';
import { dataProvider } from './api/data-provider';
import { authProvider } from './auth/auth-provider';
import { OpeningPage } from './auth/opening-page';
import { SignInPage } from './auth/sign-in-page';
import { i18nProvider } from './i18n';
import { LanguageProvider } from './i18n/language-provider';
import { languageStore } from './i18n/language-store';
import { lazyPage } from './layout/lazy-page';
import { darkTheme, lightTheme } from './theme/themes';
import admins from './resources/admins';
import apiTokens from './resources/api-tokens';
import applications from './resources/applications';
import auditLog from './resources/audit-log';
import blocks from './resources/blocks';
import cardJobs from './resources/card-jobs';
import cardTypes from './resources/card-types';
import cards from './resources/cards';
import channels from './resources/channels';
import data from './resources/data';
import devices from './resources/devices';
import functions from './resources/functions';
import orders from './resources/orders';
import requests from './resources/requests';
import sessions from './resources/sessions';
import trials from './resources/trials';
import users from './resources/users';
import variables from './resources/variables';
import versions from './resources/versions';
import notifiers from './resources/notifiers';
import webhooks from './resources/webhooks';

const PanelLayout = lazyPage<'PanelLayout', { children: ReactNode }>(
  () => import('./layout/panel-layout'),
  'PanelLayout',
);
const AccountPage = lazyPage(() => import('./account'), 'AccountPage');
const Dashboard = lazyPage(() => import('./dashboard'), 'Dashboard');
const IntegrationPage = lazyPage(() => import('./integration'), 'IntegrationPage');
const SignatureCheckPage = lazyPage(() => import('./signature-check'), 'SignatureCheckPage');

/**
 * The root of the panel: its resources and pages. It does not use React-admin's `Admin`, which would also load a layout
 * and a sign-in page of its own.
 */
export function App() {
  return (
    <AdminContext
      authProvider={authProvider}
      dataProvider={dataProvider}
      i18nProvider={i18nProvider}
      store={languageStore}
      theme={lightTheme}
      darkTheme={darkTheme}
    >
      <LanguageProvider>
        <CssBaseline enableColorScheme />
        <CoreAdminUI
          title="Latchkey"
          layout={PanelLayout}
          loginPage={SignInPage}
          dashboard={Dashboard}
          catchAll={PageNotFound}
          loading={OpeningPage}
          error={ErrorPage}
          accessDenied={AccessDenied}
          authenticationError={AuthenticationError}
          requireAuth
          disableTelemetry
        >
          <Resource name="cards" {...cards} />
          <Resource name="card-jobs" {...cardJobs} />
          <Resource name="card-types" {...cardTypes} />
          <Resource name="orders" {...orders} />
          <Resource name="channels" {...channels} />
          <Resource name="users" {...users} />
          <Resource name="sessions" {...sessions} />
          <Resource name="devices" {...devices} />
          <Resource name="refusals" {...requests} />
          <Resource name="trials" {...trials} />
          <Resource name="blocks" {...blocks} />
          <Resource name="variables" {...variables} />
          <Resource name="data" {...data} />
          <Resource name="functions" {...functions} />
          <Resource name="versions" {...versions} />
          <Resource name="applications" {...applications} />
          <Resource name="admins" {...admins} />
          <Resource name="api-tokens" {...apiTokens} />
          <Resource name="notifiers" {...notifiers} />
          <Resource name="webhooks" {...webhooks} />
          <Resource name="audit-log" {...auditLog} />
          <CustomRoutes>
            <Route path="/integration" element={<IntegrationPage />} />
            <Route path="/signature-check" element={<SignatureCheckPage />} />
            <Route path="/account" element={<AccountPage />} />
          </CustomRoutes>
        </CoreAdminUI>
        <Notification />
      </LanguageProvider>
    </AdminContext>
  );
}

/** Wraps `NotFound`, which the router does not accept directly: the type of its prop `title` is too narrow. */
function PageNotFound() {
  return <NotFound />;
}
