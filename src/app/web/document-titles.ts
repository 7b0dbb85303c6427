import { findTab } from '#features/credit/web/tabs.ts'
import { pageTitleAt } from '#web/sections.ts'

/** What the browser's tab is called: after the tab of Analytics, elsewhere after the header. */
export const documentTitleAt = (pathname: string): string => {
  const tab = /^\/analytics\/([a-z]+)$/.exec(pathname)?.[1]
  return findTab(tab)?.label ?? pageTitleAt(pathname)
}
