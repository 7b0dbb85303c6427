import { Refusal } from '#api/errors.ts'
import { inOrder } from '#values/bureau.ts'
import { isPartialDate } from '#values/dates.ts'
import { checkBureaus, checkOnce } from './asked-bureaus.ts'
import type { PersonalInfoDispute } from './dispute-contract.ts'
import type { DisputedPersonal } from './letters/personal.ts'
import { checkedWords } from './own-words.ts'
import {
  isSameEntry,
  type OwnDetails,
  type PersonalEntry,
  personalEntries,
  personalShown,
} from './personal-entries.ts'
import type { Ground } from './rules.ts'

type AskedItem = PersonalInfoDispute['items'][number]

/** What a dispute of personal information is held against: the report, and what is right by the person's profile. */
export type PersonalGround = Ground & { own: OwnDetails }

const refused = (field: string, sentence: string) =>
  new Refusal('invalid_request', { fields: { [field]: sentence } })

/** `MM/DD/YYYY` as `YYYY-MM-DD`; anything else as it came. */
const isoDay = (text: string): string => text.replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, '$3-$1-$2')

/** The last four digits are all that a letter gives of an SSN (decisions section 11). */
const checkNoSsn = (typed: string, { ssnLastFour }: PersonalGround, path: string): void => {
  const isOwnEnd = typed === '' || /^(?:XXX-XX-)?\d{4}$/.test(typed)
  if (!isOwnEnd) throw refused(path, 'Leave this empty. The letter gives the last four digits of yours.')
  if (typed !== '' && !typed.endsWith(ssnLastFour))
    throw refused(path, 'This does not end like your Social Security number.')
}

/** A letter gives the date of birth of the profile, so what is right cannot be another one. */
const checkedBirth = (typed: string, { own }: PersonalGround, path: string): string => {
  if (!isPartialDate(isoDay(typed)) || isoDay(typed).length !== 10)
    throw refused(path, 'Use a date like 04/27/1990')
  if (own.dob === null || !isSameEntry('dob', typed, own.dob))
    throw refused(path, 'This is not the date of birth of your profile, which the letter gives too.')
  return own.dob
}

/** What is right, as the letter says it; null when the item is to be removed. */
const checkedCorrectValue = (one: AskedItem, ground: PersonalGround, path: string): string | null => {
  const [typed, field] = [one.correctValue ?? '', `${path}.correctValue`]
  if (one.action === 'remove') {
    if (typed !== '') throw refused(field, 'Leave this empty: you ask for a removal.')
    return null
  }
  if (one.field === 'ssn') {
    checkNoSsn(typed, ground, field)
    return ground.own.ssn
  }
  const right = checkedWords(typed, field, ground.ssnLastFour)
  if (right === null) throw refused(field, 'Say what is right.')
  return one.field === 'dob' ? checkedBirth(right, ground, field) : right
}

const spelled = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, ' ').trim()

/** Whether a correction says what the report shows already. */
const saysTheSame = ({ field, value }: PersonalEntry, correctValue: string): boolean =>
  field === 'dob' || field === 'phone'
    ? isSameEntry(field, value, correctValue)
    : spelled(value) === spelled(correctValue)

/**
 * The entries of a dispute as their letters need them, or the first refusal that applies: `plan_required`, `not_found`
 * (no such entry in what the plan shows), `item_not_reported`, `invalid_request` (an entry twice at one bureau, the person's own right
 * details, a missing or impossible correction, a Social Security number). Paths of fields are the body's.
 */
export const disputedPersonal = (asked: readonly AskedItem[], ground: PersonalGround): DisputedPersonal[] => {
  const entries = personalEntries(personalShown(ground.report, ground.plan))
  return asked.map((one, index) => {
    const path = `items.${index}`
    const isIt = ({ field, value }: Pick<PersonalEntry, 'field' | 'value'>) =>
      field === one.field && isSameEntry(field, value, one.reportedValue)
    const isRepeated = asked
      .slice(0, index)
      .some(
        ({ field, reportedValue: value, bureaus }) =>
          isIt({ field, value }) && bureaus.some(bureau => one.bureaus.includes(bureau)),
      )
    checkOnce(isRepeated, `${path}.reportedValue`, 'This is already in the dispute')
    checkBureaus(one.bureaus, ground.plan, path)
    const reported = entries.filter(isIt)
    const first = reported.find(({ bureau }) => one.bureaus.includes(bureau)) ?? reported[0]
    if (first === undefined) {
      const sentence = 'This is not in your current report'
      throw new Refusal('not_found', { fields: { [`${path}.reportedValue`]: sentence } })
    }
    const own = ground.own[one.field]
    if (own !== null && isIt({ field: one.field, value: own }))
      throw refused(`${path}.reportedValue`, 'This is the same as in your profile.')
    const correctValue = checkedCorrectValue(one, ground, path)
    const at = inOrder(one.bureaus).map(bureau => {
      const entry = reported.find(each => each.bureau === bureau)
      if (entry === undefined) {
        const sentence = `${bureau} does not show this in your current report`
        throw new Refusal('item_not_reported', { fields: { [`${path}.bureaus`]: sentence } })
      }
      if (correctValue !== null && entry.label !== first.label) {
        const sentence = `${bureau} lists this as: ${entry.label}. Correct it there as an item of its own.`
        throw refused(`${path}.bureaus`, sentence)
      }
      if (correctValue !== null && saysTheSame(entry, correctValue))
        throw refused(`${path}.correctValue`, `This is what ${bureau} shows already.`)
      const right = entries.filter(
        other =>
          correctValue !== null &&
          other.bureau !== bureau &&
          other.label === entry.label &&
          isSameEntry(one.field, other.value, correctValue),
      )
      const told = {
        label: entry.label,
        value: entry.value,
        rightAt: inOrder(right.map(other => other.bureau)),
      }
      return { bureau, told }
    })
    return { field: one.field, reportedValue: first.value, action: one.action, correctValue, at }
  })
}
