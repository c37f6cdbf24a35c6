import { TabbedFormTabs, TabbedShowLayoutTabs } from 'react-admin';

/** Tabs that can all be reached on narrow screens as well. */
export const SCROLLABLE_FORM_TABS = <TabbedFormTabs variant="scrollable" allowScrollButtonsMobile />;
export const SCROLLABLE_SHOW_TABS = <TabbedShowLayoutTabs variant="scrollable" allowScrollButtonsMobile />;
