import { rowVerdict, ruleCases } from '#test/support/reports/verdict-of.ts'

const paid = { accountStatus: 'Paid', openClosed: 'Closed' } as const
const closed = { accountStatus: 'Closed', openClosed: 'Closed' } as const
const remark = (text: string) => ({ remarks: [{ code: null, text }] })

const cases = ruleCases(rowVerdict)
cases('C-02', {
  impossible: {
    'a paid account with a balance': { ...paid, currentBalance: '312.00' },
    'a row that is closed and paid in full, with a balance': {
      ...closed,
      ...remark('Paid in full'),
      currentBalance: '1.00',
    },
    'a settled debt with a balance': {
      ...closed,
      ...remark('Account settled for less than full balance'),
      currentBalance: '90.00',
    },
    'a charge-off whose sender says paid, with a balance': {
      accountStatus: 'Derogatory',
      condition: 'Paid',
      payStatus: 'CO',
      isDerogatory: true,
      openClosed: 'Closed',
      currentBalance: '90.00',
    },
    'a loan that a new one paid off, with a balance': {
      accountStatus: 'Refinanced',
      openClosed: 'Closed',
      currentBalance: '312.00',
    },
  },
  nothing: {
    'a paid account with nothing owed': { ...paid, currentBalance: '0.00' },
    'a paid account without a balance reported': { ...paid, currentBalance: null },
    'a closed card that is still paid off': { ...closed, currentBalance: '312.00' },
    'an open card that was paid and used again': {
      accountStatus: 'Paid',
      openClosed: 'Open',
      currentBalance: '5.00',
    },
    'a debt that is not paid in full': {
      ...closed,
      ...remark('Settled, not paid in full'),
      currentBalance: '5.00',
    },
    'an account that is paid as agreed': {
      condition: 'Paid as agreed',
      openClosed: 'Closed',
      currentBalance: '5.00',
    },
  },
})
cases('C-03', {
  impossible: {
    'a paid account with an amount past due': { ...paid, amountPastDue: '50.00' },
  },
  contradiction: {
    'a current account with an amount past due': { currentBalance: '100.00', amountPastDue: '50.00' },
  },
  nothing: {
    'a late account with an amount past due': {
      payStatus: '30',
      currentBalance: '100.00',
      amountPastDue: '50.00',
    },
    'a charge-off with an amount past due': {
      payStatus: 'CO',
      isDerogatory: true,
      accountStatus: 'Derogatory',
      amountPastDue: '50.00',
    },
    'an account without a payment status': { payStatus: null, amountPastDue: '50.00' },
  },
})
cases('C-04', {
  impossible: {
    'more past due than owed': { payStatus: '30', currentBalance: '40.00', amountPastDue: '50.00' },
  },
  nothing: {
    'all that is owed past due': { payStatus: '30', currentBalance: '50.00', amountPastDue: '50.00' },
    'past due without a balance reported': { payStatus: '30', currentBalance: null, amountPastDue: '50.00' },
  },
})
cases('C-05', {
  impossible: {
    'nothing owed and past due': { payStatus: '30', currentBalance: '0.00', amountPastDue: '50.00' },
  },
  nothing: {
    'nothing owed and nothing past due': { currentBalance: '0.00', amountPastDue: '0.00' },
    'no balance reported': { payStatus: '30', currentBalance: null, amountPastDue: '50.00' },
  },
})
cases('C-06', {
  contradiction: {
    'an open account, late, that owes nothing': { payStatus: '60', currentBalance: '0.00' },
  },
  ask: {
    'a charge-off of zero without a word about it': {
      payStatus: 'CO',
      isDerogatory: true,
      accountStatus: 'Derogatory',
      currentBalance: '0.00',
    },
  },
  nothing: {
    'a charge-off that was sold': {
      payStatus: 'CO',
      isDerogatory: true,
      accountStatus: 'Derogatory',
      currentBalance: '0.00',
      ...remark('Sold to another company'),
    },
    'a charge-off that was paid': { ...paid, payStatus: 'CO', isDerogatory: true, currentBalance: '0.00' },
    'a debt of a bankruptcy at zero': {
      payStatus: 'CO',
      isDerogatory: true,
      currentBalance: '0.00',
      ...remark('Included in bankruptcy'),
    },
    'a late account that was closed at zero': { ...closed, payStatus: '60', currentBalance: '0.00' },
    'a late account without a balance reported': { payStatus: '60', currentBalance: null },
  },
})
cases('C-07', {
  contradiction: {
    'late now and nothing past due': { payStatus: '30', currentBalance: '400.00', amountPastDue: '0.00' },
  },
  nothing: {
    'late now, past due not reported': { payStatus: '30', currentBalance: '400.00', amountPastDue: null },
    'on time and nothing past due': { currentBalance: '400.00', amountPastDue: '0.00' },
  },
})
cases('C-08', {
  impossible: {
    'transferred, with a balance': {
      accountStatus: 'Transferred',
      openClosed: 'Closed',
      currentBalance: '10.00',
    },
    'sold, with an amount past due': {
      ...closed,
      ...remark('Account sold to another lender'),
      amountPastDue: '10.00',
    },
  },
  nothing: {
    'transferred at zero': {
      accountStatus: 'Transferred',
      openClosed: 'Closed',
      currentBalance: '0.00',
      amountPastDue: '0.00',
    },
    'transferred to recovery, which is the same lender': {
      ...closed,
      ...remark('Transferred to recovery'),
      currentBalance: '10.00',
    },
    'bought from another lender': { ...remark('Purchased from another lender'), currentBalance: '10.00' },
  },
})
cases('C-32', {
  contradiction: {
    'a paid account with a monthly payment': { ...paid, currentBalance: '0.00', monthlyPayment: '62.00' },
  },
  nothing: {
    'a paid account with a payment of zero': { ...paid, currentBalance: '0.00', monthlyPayment: '0.00' },
    'a closed account that is still paid off': {
      ...closed,
      currentBalance: '10.00',
      monthlyPayment: '62.00',
    },
    'an open card with nothing owed': { currentBalance: '0.00', monthlyPayment: '25.00' },
  },
})
