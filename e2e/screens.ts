/** The paths of all screens, for tests that check all of them. */

export const beforeSignIn = [
  '/login',
  '/register',
  '/sandbox',
  '/manager',
  '/manager/join',
  '/manager/staff',
  '/invitation',
  '/no/such/page',
  '/legal/terms',
  '/legal/privacy',
  '/legal/rights',
  '/legal/credit-file-rights',
]
export const asManager = [
  '/manager',
  '/manager/staff',
  '/manager/tradelines',
  '/manager/work',
  '/manager/costs',
  '/manager/invitations',
  '/manager/audit-log',
  '/manager/integrations',
  '/manager/rounds',
]
export const inOpenedAccount = ['/analytics/overview', '/disputes', '/documents']
/** Paths of one dispute, after `/disputes/<id>`. */
export const ofDispute = ['', '/answer', '/complaint']
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
    '/disputes/confirm',
  ],
  'Freezes, identity theft, companies and collectors': [
    '/disputes/freezes',
    '/disputes/identity-theft',
    '/disputes/new/fraud-alert',
    '/disputes/new/agency-freeze',
    '/disputes/new/direct',
    '/disputes/new/goodwill',
    '/disputes/new/settlement',
    '/disputes/new/validation',
    '/disputes/new/cease',
    '/disputes/new/theft-notice',
  ],
  'every other section': [
    '/plan/goal',
    '/plan/what-if',
    '/plan/payoff',
    '/tradelines/calculator',
    '/tradelines/requested',
    '/documents',
    '/agreement',
    '/alerts',
    '/get-report',
    '/profile',
  ],
}
