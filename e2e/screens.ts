/** The addresses of every screen, for the tests that look at all of them. */

export const beforeSignIn = [
  '/login',
  '/register',
  '/sandbox',
  '/manager',
  '/manager/join',
  '/manager/staff',
  '/no/such/page',
  '/legal/terms',
  '/legal/privacy',
  '/legal/rights',
  '/legal/credit-file-rights',
]
export const asManager = ['/manager', '/manager/staff', '/manager/tradelines']
export const inOpenedAccount = ['/analytics/overview', '/disputes', '/documents']
export const signedIn = {
  'Full Report and Raw Data': ['/analytics/report', '/analytics/raw'],
  Analytics: [
    '/analytics/overview',
    '/analytics/history',
    '/analytics/accounts',
    '/analytics/inquiries',
    '/analytics/personal',
    '/analytics/voice',
  ],
  Disputes: [
    '/disputes',
    '/disputes/found',
    '/disputes/new/account',
    '/disputes/new/inquiry',
    '/disputes/new/personal-info',
    '/disputes/new/freeze',
    '/disputes/not-a-dispute',
  ],
  'every other section': [
    '/tradelines/calculator',
    '/tradelines/requested',
    '/documents',
    '/alerts',
    '/get-report',
    '/profile',
  ],
}
