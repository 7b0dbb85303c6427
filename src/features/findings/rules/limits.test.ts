import { rowVerdict, ruleCases } from '#test/support/reports/verdict-of.ts'

const closed = { accountStatus: 'Closed', openClosed: 'Closed' } as const
const loan = { accountType: 'Installment', originalAmount: '5000.00' } as const

const cases = ruleCases(rowVerdict)
cases('C-27', {
  ask: {
    'an open card without a limit': { creditLimit: null, currentBalance: '20.00' },
    'an open card with a limit of zero': { creditLimit: '0.00' },
  },
  nothing: {
    'a card with a limit': { creditLimit: '900.00' },
    'a closed card without a limit': { ...closed, creditLimit: null },
    'a charge card, which has none': { accountTypeDetail: 'Charge card', creditLimit: null },
    'a loan': { ...loan, creditLimit: null },
  },
})
cases('C-28', {
  contradiction: {
    'a loan with a credit limit': { ...loan, creditLimit: '5000.00' },
    'a mortgage with a credit limit': {
      accountType: 'Mortgage',
      originalAmount: '1.00',
      creditLimit: '5000.00',
    },
  },
  ask: {
    'a loan that does not say how much was borrowed': { accountType: 'Installment', currentBalance: '10.00' },
  },
  nothing: {
    'a loan with its original amount': { ...loan, currentBalance: '10.00' },
    'a card with a limit': { creditLimit: '900.00' },
  },
})
cases('C-29', {
  ask: {
    'a highest balance above the limit': { highBalance: '1000.00', creditLimit: '900.00' },
  },
  nothing: {
    'a highest balance at the limit': { highBalance: '900.00', creditLimit: '900.00' },
    'a limit that is not reported': { highBalance: '1000.00', creditLimit: null },
  },
})
cases('C-30', {
  ask: {
    'a balance above the limit': { currentBalance: '950.00', creditLimit: '900.00' },
    'a loan above what was borrowed': { ...loan, currentBalance: '5100.00' },
  },
  nothing: {
    'a balance at the limit': { currentBalance: '900.00', creditLimit: '900.00' },
    'a charge-off above its limit, for interest goes on': {
      payStatus: 'CO',
      isDerogatory: true,
      currentBalance: '950.00',
      creditLimit: '900.00',
    },
    'a closed card above its former limit': { ...closed, currentBalance: '950.00', creditLimit: '900.00' },
    'a student loan with interest that was put off': {
      accountType: 'Installment',
      accountTypeDetail: 'Student loan',
      originalAmount: '5500.00',
      currentBalance: '5720.00',
    },
  },
})
cases('C-31', {
  impossible: {
    'a card with a balance above its highest': { currentBalance: '950.00', highBalance: '900.00' },
    'a charge account with a balance above its highest': {
      accountType: 'Open',
      currentBalance: '950.00',
      highBalance: '900.00',
    },
  },
  nothing: {
    'a card at its highest balance': { currentBalance: '900.00', highBalance: '900.00' },
    'a loan whose interest was added': { ...loan, currentBalance: '950.00', highBalance: '900.00' },
    'a highest balance that is not reported': { currentBalance: '950.00', highBalance: null },
    'a highest balance of zero, as a filler': { currentBalance: '950.00', highBalance: '0.00' },
  },
})
