import { showPercent } from '#values/money.ts'
import type { Factor } from '../contract.ts'
import { factorBands } from '../factor-bands.ts'

const methods: Record<Factor['id'], string> = {
  payment_history:
    'Months reported on time, divided by all months reported as on time or late, over every account. Months reported as unknown do not count.',
  credit_utilization:
    'The balances of your open cards and credit lines, divided by their limits. Only those that report both count.',
  derogatory_marks:
    'Accounts that a bureau lists as derogatory, each once though several bureaus list it, and public records.',
  credit_age: 'The mean of the years since your open accounts were opened, up to the date of this report.',
  total_accounts: 'All accounts of this report, open or not, each once though several bureaus list it.',
  hard_inquiries:
    'Each company and date once, in the 24 months before the date of this report. Checks that only you see do not count.',
}

const shown: Record<Factor['id'], (bound: number) => string> = {
  payment_history: showPercent,
  credit_utilization: showPercent,
  derogatory_marks: String,
  credit_age: years => `${years} years`,
  total_accounts: String,
  hard_inquiries: String,
}

const bounds = {
  atLeast: (bound: string) => `${bound} or more`,
  below: (bound: string) => `below ${bound}`,
  atMost: (bound: string) => `${bound} or fewer`,
} as const

/** `Excellent below 10%, good below 30%, fair below 50%, otherwise poor.` */
const bandWords = (id: Factor['id']): string => {
  const { meets, excellent, good, fair } = factorBands[id]
  const words = (rating: string, bound: number | null) => {
    if (bound === null) return []
    if (meets === 'atLeast' && bound === 100) return [`${rating} at ${shown[id](bound)}`]
    if (meets === 'atMost' && bound === 0) return [`${rating} at none`]
    return [`${rating} at ${bounds[meets](shown[id](bound))}`.replace('at below', 'below')]
  }
  return `${[...words('Excellent', excellent), ...words('good', good), ...words('fair', fair)].join(', ')}, otherwise poor.`
}

export const explainFactor = (id: Factor['id']): { method: string; bands: string } => ({
  method: methods[id],
  bands: bandWords(id),
})
