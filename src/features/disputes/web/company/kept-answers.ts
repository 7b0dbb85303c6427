import { type CompanyAnswers, noCompany } from './company-answers.ts'

/** Converts a form's answers to the stored form, by name, and back. Unanswered questions are omitted. */

export type KeptForm = Readonly<Record<string, string>>

export const keepAnswers = (answers: KeptForm): Record<string, string> =>
  Object.fromEntries(Object.entries(answers).filter(([, text]) => text !== ''))

/** The confirmation of the address is not stored: the user must check the address again before each letter. */
export const keepCompany = ({ confirmed: _, ...typed }: CompanyAnswers): Record<string, string> =>
  Object.fromEntries(Object.entries(typed).map(([part, text]) => [`company.${part}`, text]))

export const restoreCompany = (form: KeptForm): CompanyAnswers => {
  const part = (name: keyof typeof noCompany) => form[`company.${name}`] ?? ''
  return {
    name: part('name'),
    street: part('street'),
    secondLine: part('secondLine'),
    city: part('city'),
    state: part('state'),
    postal: part('postal'),
    confirmed: false,
  }
}

/** The stored value, if it is still one of the choices. */
export const restoreChoice = <Value extends string>(
  values: readonly Value[],
  kept: string | undefined,
): Value | null => values.find(value => value === kept) ?? null

/** Several values, stored as one text. */
export const keepSeveral = (values: readonly string[]): string => values.join(' ')

export const restoreSeveral = <Value extends string>(
  values: readonly Value[],
  kept: string | undefined,
): Value[] => {
  const words = kept?.split(' ') ?? []
  return values.filter(value => words.includes(value))
}

const yes = 'yes'
export const keepTick = (ticked: boolean): string => (ticked ? yes : '')
export const restoreTick = (kept: string | undefined): boolean => kept === yes
