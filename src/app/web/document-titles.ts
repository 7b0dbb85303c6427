import { findTab } from '#features/credit/web/tabs.ts'
import { pageTitleAt } from '#web/sections.ts'

/** The browser tab's title: the tab of Analytics, elsewhere the header. */
export const documentTitleAt = (pathname: string): string => {
  const tab = /^\/analytics\/([a-z]+)$/.exec(pathname)?.[1]
  return findTab(tab)?.label ?? pageTitleAt(pathname)
}
