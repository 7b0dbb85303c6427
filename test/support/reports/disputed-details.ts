import type { Inquiry, PersonalInfo, Report } from '#features/reports/canonical.ts'
import { report } from './disputed-report.ts'

/** The invented report for tests of disputes, with inquiries and personal information in addition to its accounts. */

const inquiry = (
  own: Pick<Inquiry, 'id' | 'company' | 'date'> & Partial<Inquiry>,
): Report['inquiries'][number] => ({
  bureau: 'TransUnion',
  kind: 'hard',
  industry: null,
  address: null,
  ...own,
})

/** Northgate inquired at two bureaus on one day, and at TransUnion again six days later. */
export const asked = {
  northgate: '0192f0c1-0000-7000-8000-000000000101',
  northgateAtExperian: '0192f0c1-0000-7000-8000-000000000102',
  northgateAgain: '0192f0c1-0000-7000-8000-000000000103',
  oldMill: '0192f0c1-0000-7000-8000-000000000104',
  review: '0192f0c1-0000-7000-8000-000000000105',
  lakeshore: '0192f0c1-0000-7000-8000-000000000106',
  swift: '0192f0c1-0000-7000-8000-000000000107',
} as const

const inquiries: Inquiry[] = [
  inquiry({ id: asked.northgate, company: 'NORTHGATE BANK', date: '2026-09-14' }),
  inquiry({
    id: asked.northgateAtExperian,
    company: 'NORTHGATE BANK NA',
    date: '2026-09-14',
    bureau: 'Experian',
    kind: 'unknown',
  }),
  inquiry({ id: asked.northgateAgain, company: 'NORTHGATE BANK', date: '2026-09-20' }),
  inquiry({ id: asked.oldMill, company: 'OLD MILL AUTO', date: '2024-08' }),
  inquiry({ id: asked.review, company: 'CARD REVIEW', date: '2026-08-01', kind: 'soft' }),
  inquiry({ id: asked.lakeshore, company: 'LAKESHORE CARD SVCS', date: '2026-05-02' }),
  inquiry({ id: asked.swift, company: 'SWIFT LOANS', date: '2027-01-05' }),
]

const home = {
  street: '2210 Mission Oak Drive, Apt 4',
  city: 'Pasadena',
  state: 'CA',
  postal: '91106',
  reported: '2024-02',
}
const formerHome = {
  street: '88 Canal Street',
  city: 'Reno',
  state: 'NV',
  postal: '895010042',
  reported: null,
}

const blank = { aliases: [], previousAddresses: [], employers: [], phones: [], consumerStatements: [] }

const personal: PersonalInfo[] = [
  {
    ...blank,
    bureau: 'TransUnion',
    name: 'MAYA BROOKE',
    aliases: ['MARIA BROOKES'],
    dob: '1988-04-21',
    ssnLastFour: '4471',
    currentAddress: formerHome,
    employers: ['HARBOR CAFE'],
    phones: ['+17755550188'],
  },
  {
    ...blank,
    bureau: 'Experian',
    name: 'MAYA BROOKS',
    dob: '1988-04-12',
    ssnLastFour: '4417',
    currentAddress: home,
    previousAddresses: [formerHome],
    employers: ['Harbor Café'],
  },
]

export const detailedReport: Report = { ...report, inquiries, personal }
