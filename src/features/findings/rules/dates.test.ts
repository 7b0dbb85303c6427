import { describe } from 'vitest'
import type { Account, PublicRecord, Report } from '#features/reports/canonical.ts'
import { accountOf, collectionOf, monthsOf, personOf, recordOf } from '#test/support/reports/report-of.ts'
import { rowVerdict, ruleCases, verdictOf } from '#test/support/reports/verdict-of.ts'

const derogatory = { accountStatus: 'Derogatory', isDerogatory: true, payStatus: 'CO' } as const
const collection = {
  accountType: 'Collection',
  isCollection: true,
  isDerogatory: true,
  accountStatus: 'Derogatory',
  payStatus: 'COL',
} as const
const dated = { accounts: [collectionOf({ id: 'dated', dateFirstDelinquency: '2024-01-01' })] }
const born = { personal: [personOf({ dob: '1990-04-27' })] }

const cases = ruleCases<Partial<Account> | [Partial<Account>, Partial<Report>]>((rule, given) =>
  Array.isArray(given) ? rowVerdict(rule, ...given) : rowVerdict(rule, given),
)
cases('C-01', {
  impossible: {
    'a collection missed first more than seven years and 180 days ago': {
      ...collection,
      dateFirstDelinquency: '2019-05-10',
    },
    'a collection that came to the collector eight years ago': { ...collection, dateOpened: '2018-11-01' },
    'a charge-off dated eight years ago': { ...derogatory, dateChargeOff: '2018-11-01' },
    'a late month of more than seven years ago': { paymentHistory: monthsOf('2019-08', '30 OK') },
  },
  nothing: {
    'a collection missed first seven years and 170 days ago': {
      ...collection,
      dateFirstDelinquency: '2019-05-28',
    },
    'a repossession that the law may count like a charge-off': {
      ...derogatory,
      payStatus: 'REPO',
      dateFirstDelinquency: '2019-09-01',
    },
    'a collection dated by month only, which may be in time': {
      ...collection,
      dateFirstDelinquency: '2019-05',
    },
    'an old account charged off lately': {
      ...derogatory,
      dateOpened: '2009-11-01',
      dateChargeOff: '2025-11-01',
    },
    'a late month of less than seven years ago': { paymentHistory: monthsOf('2019-12', '30 OK') },
    'an old account always on time': {
      dateOpened: '2001-01-01',
      paymentHistory: monthsOf('2019-08', 'OK OK'),
    },
  },
})
cases('C-13', {
  impossible: {
    'a first missed payment before the opening': { ...derogatory, dateFirstDelinquency: '2021-07-01' },
    'a first missed payment after the charge-off': {
      ...derogatory,
      dateFirstDelinquency: '2024-07-01',
      dateChargeOff: '2024-02-01',
    },
    'a first missed payment after months of charge-off': {
      ...derogatory,
      dateFirstDelinquency: '2026-11-01',
      paymentHistory: monthsOf('2026-08', 'CO CO'),
    },
  },
  nothing: {
    'a collection, whose debt is older than the collector’s entry': {
      ...collection,
      dateFirstDelinquency: '2021-07-01',
    },
    'a first missed payment in the month of the opening': { ...derogatory, dateFirstDelinquency: '2021-08' },
    'a first missed payment and a later charge-off': {
      ...derogatory,
      dateFirstDelinquency: '2024-02-01',
      dateChargeOff: '2024-08-01',
    },
  },
})
cases('C-15', {
  ask: {
    'a charge-off without the date that others have': [derogatory, dated],
  },
  nothing: {
    'a charge-off where no row has the date': derogatory,
    'a charge-off with the date': [{ ...derogatory, dateFirstDelinquency: '2024-01-01' }, dated],
    'a good account': [{}, dated],
  },
})
cases('C-18', {
  impossible: {
    'an opening after the report': { dateOpened: '2026-12-01' },
    'a last payment in the year after the report': { dateLastPayment: '2027' },
    'a month of payment after the report': { paymentHistory: monthsOf('2027-01', 'OK') },
    'a last report long after the report': { lastReported: '2027-03-01' },
  },
  nothing: {
    'an opening in the month of the report': { dateOpened: '2026-11' },
    'a payment of the next day, in another time zone': { dateLastPayment: '2026-11-15' },
    'a report dated to the end of the cycle': { lastReported: '2026-11-30' },
  },
})
cases('C-19', {
  impossible: {
    'an individual account from before birth': [
      { dateOpened: '1988-01-01', responsibility: 'Individual' },
      born,
    ],
    'a loan from before birth': [{ dateOpened: '1988-01-01', accountType: 'Installment' }, born],
  },
  ask: {
    'a card from before birth without a responsibility': [{ dateOpened: '1988-01-01' }, born],
    'an account from before the eighteenth birthday': [{ dateOpened: '2006-01-01' }, born],
  },
  nothing: {
    'an account from after it': [{ dateOpened: '2008-04-28' }, born],
    'the card of a parent': [{ dateOpened: '2006-01-01', responsibility: 'Authorized user' }, born],
    'a student loan at seventeen': [{ dateOpened: '2007-09-01', accountTypeDetail: 'Student loan' }, born],
    'a birth date that this bureau does not have': [
      { dateOpened: '1988-01-01' },
      { personal: [personOf({ bureau: 'Equifax' })] },
    ],
    'a year of birth that allows it': [
      { dateOpened: '1990-12-01', responsibility: 'Authorized user' },
      { personal: [personOf({ dob: '1990' })] },
    ],
  },
})
cases('C-20', {
  impossible: {
    'a last payment before the opening': { dateLastPayment: '2021-08-01' },
    'a closing before the opening': {
      openClosed: 'Closed',
      accountStatus: 'Closed',
      dateClosed: '2020-01-01',
    },
  },
  contradiction: {
    'a last payment long after the last report': {
      lastReported: '2026-05-01',
      dateLastPayment: '2026-08-01',
    },
  },
  nothing: {
    'a last payment shortly after the last report': {
      lastReported: '2026-11-01',
      dateLastPayment: '2026-11-12',
    },
    'a last payment of the month of the opening': { dateLastPayment: '2021-08' },
    'a debt that was paid on before the collector had it': {
      ...collection,
      dateOpened: '2025-02-18',
      dateLastPayment: '2023-01-01',
    },
  },
})
cases('C-43', {
  ask: {
    'an old debt with activity long after the last payment': {
      ...derogatory,
      dateLastActive: '2026-08-01',
      dateLastPayment: '2023-01-01',
    },
  },
  nothing: {
    'activity in the months after it': {
      ...derogatory,
      dateLastActive: '2023-08-01',
      dateLastPayment: '2023-01-01',
    },
    'a good account': { dateLastActive: '2026-08-01', dateLastPayment: '2023-01-01' },
  },
})

describe('public records', () => {
  const recordCases = ruleCases<Partial<PublicRecord>>((rule, record) =>
    verdictOf(rule, { publicRecords: [recordOf(record)], accounts: [accountOf()] }),
  )
  recordCases('C-01', {
    impossible: {
      'a bankruptcy that the person filed more than ten years ago': {
        filed: '2016-10-01',
        petition: 'voluntary',
      },
      'a bankruptcy discharged more than ten years ago': { filed: '2016-05-01', disposed: '2016-09-01' },
      'a lien paid more than seven years ago': {
        type: 'Tax lien',
        filed: '2010-01-01',
        disposed: '2018-01-01',
      },
      'a foreclosure of nine years ago': { type: 'Foreclosure', filed: '2017-10-01' },
    },
    ask: {
      'a bankruptcy that creditors may have filed, with an order less than ten years ago': {
        filed: '2016-10-01',
        disposed: '2017-02-01',
      },
      'a bankruptcy that creditors filed, whose order nothing dates': {
        filed: '2016-10-01',
        petition: 'involuntary',
      },
    },
    nothing: {
      'a bankruptcy filed nine years ago': { filed: '2017-10-01' },
      'a bankruptcy dated by year only, which may be in time': { filed: '2016' },
      'an unpaid lien, however old': { type: 'Tax lien', filed: '2010-01-01' },
      'a record whose kind the bureau does not tell, which may be an unpaid lien': {
        type: 'Public record',
        disposition: 'Experian status 32',
        filed: '2007-02-03',
      },
      'a judgment that stands, dated by when the court entered it': {
        type: 'Judgment',
        disposition: 'Unsatisfied',
        filed: '2012-01-01',
        disposed: '2012-06-01',
      },
      'a lien that was revived': {
        type: 'Tax lien',
        disposition: 'Revived',
        filed: '2010-01-01',
        disposed: '2012-06-01',
      },
      'a suit, which may still run': { type: 'Civil suit', filed: '2012-01-01' },
    },
  })
  recordCases('C-18', {
    impossible: {
      'a filing after the report': { filed: '2026-12-24' },
    },
    nothing: {
      'a filing in the month of the report': { filed: '2026-11' },
    },
  })
})
