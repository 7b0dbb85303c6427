/** The source files whose build each address needs, by the beginning of its path: the server has the browser fetch them with the page. */
export const screenFiles: readonly (readonly [path: string, file: string])[] = [
  ['/analytics/', 'AnalyticsSection.tsx'],
  ['/disputes/new/fraud-alert', '../../features/disputes/web/theft/FraudAlertScreen.tsx'],
  ['/disputes/new/', '../../features/disputes/web/wizard/NewDispute.tsx'],
  ['/disputes/found', 'FoundSection.tsx'],
  ['/disputes/freezes', '../../features/disputes/web/freezes/FreezesScreen.tsx'],
  ['/disputes/', '../../features/disputes/web/dispute/DisputeScreen.tsx'],
  ['/disputes', '../../features/disputes/web/DisputesScreen.tsx'],
  ['/tradelines/', '../../features/tradelines/web/TradelinesScreen.tsx'],
  ['/plan/', '../../features/planning/web/PlanScreen.tsx'],
  ['/documents', 'DocumentsSection.tsx'],
  ['/profile', 'ProfileSection.tsx'],
  ['/alerts', '../../features/alerts/web/AlertsScreen.tsx'],
]

export const screenFilesAt = (path: string): readonly string[] => {
  const found = screenFiles.find(([start]) => path.startsWith(start))
  return found === undefined ? [] : ['Shell.tsx', found[1]]
}
