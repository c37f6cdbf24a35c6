import { TabbedFormTabs, TabbedShowLayoutTabs } from 'react-admin';

/** Tabs that scroll on narrow screens. */
export const SCROLLABLE_FORM_TABS = <TabbedFormTabs variant="scrollable" allowScrollButtonsMobile />;
export const SCROLLABLE_SHOW_TABS = <TabbedShowLayoutTabs variant="scrollable" allowScrollButtonsMobile />;
