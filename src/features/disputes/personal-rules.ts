import { AppError } from '#api/errors.ts'
import type { DocumentKind } from '#features/documents/upload-rules.ts'
import { sortBureaus } from '#values/bureau.ts'
import { isPartialDate } from '#values/dates.ts'
import type { PersonalInfoDispute } from './dispute-requests.ts'
import type { DisputeContext } from './letters/letter.ts'
import type { DisputedPersonal } from './letters/personal.ts'
import { listPersonalEntries, type PersonalEntry, visiblePersonalInfo } from './personal-entries.ts'
import { compareNames, isSameEntry, matchProfile } from './personal-match.ts'
import { checkBureaus, refusal, rejectRepeated, toLetterText } from './request-checks.ts'

type AskedItem = PersonalInfoDispute['items'][number]

const refused = (field: string, sentence: string) => refusal('invalid_request', field, sentence)

/** Converts `MM/DD/YYYY` to `YYYY-MM-DD`; returns anything else unchanged. */
const isoDay = (text: string): string => text.replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, '$3-$1-$2')

/** A letter states only the last four digits of an SSN. */
const checkNoSsn = (typed: string, { sender: { ssnLastFour } }: DisputeContext, path: string): void => {
  const isOwnEnd = typed === '' || /^(?:XXX-XX-)?\d{4}$/.test(typed)
  if (!isOwnEnd) throw refused(path, 'Leave this empty. The letter states the last four digits of yours.')
  if (typed !== '' && !typed.endsWith(ssnLastFour))
    throw refused(path, 'This does not end like your Social Security number.')
}

/** A letter states the profile's date of birth, so the right value cannot be another one. */
const checkedBirth = (typed: string, { own }: DisputeContext, path: string): string => {
  if (!isPartialDate(isoDay(typed)) || isoDay(typed).length !== 10)
    throw refused(path, 'Use a date like 04/27/1990')
  if (own.dob === null || !isSameEntry('dob', typed, own.dob))
    throw refused(path, 'This is not the date of birth of your profile, which the letter states too.')
  return own.dob
}

/**
 * Kinds of documents that can prove a name: an ID, or a court order or certificate, which are uploaded as other
 * documents.
 */
const showsName: readonly DocumentKind[] = ['government_id', 'other']

/**
 * A letter states the profile's name. A right name may differ from it only in part, and with a document that proves it:
 * nobody may ask a bureau to put a file under someone else's name.
 */
const checkName = (right: string, { own, enclosed }: DisputeContext, path: string): void => {
  const claim = own.name === null ? 'own' : compareNames(right, own.name)
  if (claim === 'own') return
  if (claim === 'another') {
    const sentence =
      'This has no part in common with the name in your profile. A correction can change a part of your name, not all of it.'
    throw refused(path, sentence)
  }
  if (enclosed.some(({ kind }) => showsName.includes(kind))) return
  throw new AppError('document_needed', {
    fields: { [path]: documentSentence, documentIds: documentSentence },
  })
}

const documentSentence =
  'Your profile gives another name. Enclose a document that shows this one: a court order, a marriage or divorce certificate, or a government ID.'

/** A letter states the profile's address as the current one, so it cannot claim that the current one is another. */
const checkCurrentAddress = (right: string, { own }: DisputeContext, path: string): void => {
  if (own.address === null || matchProfile('address', right, own.address) !== 'other') return
  const sentence =
    'Your profile gives another current address, which the letter states too. Change it in your profile first.'
  throw refused(path, sentence)
}

const sentencesOfOwn: Partial<Record<PersonalEntry['field'], string>> = {
  name: 'This is your own name, written in another way. Correct it instead of saying that it is not yours.',
  address:
    'This is your own address, written in another way. Correct it instead of saying that it is not yours.',
  phone: 'This is your own number without its area code. Correct it instead of saying that it is not yours.',
}

/** Refuses to dispute a right value, and to deny one that is the user's own and only misspelled. */
const checkNotOwn = (one: AskedItem, own: string | null, path: string): void => {
  const match = matchProfile(one.field, one.reportedValue, own)
  if (match === 'same') throw refused(`${path}.reportedValue`, 'This is the same as in your profile.')
  if (match === 'variant' && one.action === 'remove')
    throw refused(`${path}.action`, sentencesOfOwn[one.field] ?? 'This is the same as in your profile.')
}

/** The right value as stated in the letter; null if the item is to be removed. */
const checkedCorrectValue = (one: AskedItem, context: DisputeContext, path: string): string | null => {
  const [typed, field] = [one.correctValue ?? '', `${path}.correctValue`]
  if (one.action === 'remove') {
    if (typed !== '') throw refused(field, 'Leave this empty: you ask for a removal.')
    return null
  }
  if (one.field === 'ssn') {
    checkNoSsn(typed, context, field)
    return context.own.ssn
  }
  const right = toLetterText(typed, field, context.sender.ssnLastFour)
  if (right === null) throw refused(field, 'Say what is right.')
  return one.field === 'dob' ? checkedBirth(right, context, field) : right
}

const spelled = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, ' ').trim()

/** Whether a correction equals what the report already shows. */
const isUnchanged = ({ field, value }: PersonalEntry, correctValue: string): boolean =>
  field === 'dob' || field === 'phone'
    ? isSameEntry(field, value, correctValue)
    : spelled(value) === spelled(correctValue)

/**
 * The entries of a dispute in the form their letters need, or the first error that applies: `plan_required`, `not_found`
 * (no such entry in what the plan shows), `item_not_reported`, `invalid_request` (an entry twice at one bureau, the
 * user's own right details, a missing or impossible correction, a Social Security number), `document_needed` (a name
 * other than the profile's, without an enclosed document that proves it). Field paths are those of the body.
 */
export const resolvePersonalItems = (
  asked: readonly AskedItem[],
  context: DisputeContext,
): DisputedPersonal[] => {
  const entries = listPersonalEntries(visiblePersonalInfo(context.report, context.plan))
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
    rejectRepeated(isRepeated, `${path}.reportedValue`, 'This is already in the dispute')
    checkBureaus(one.bureaus, context.plan, path)
    const reported = entries.filter(isIt)
    const first = reported.find(({ bureau }) => one.bureaus.includes(bureau)) ?? reported[0]
    if (first === undefined)
      throw refusal('not_found', `${path}.reportedValue`, 'This is not in your current report')
    checkNotOwn(one, context.own[one.field], path)
    const correctValue = checkedCorrectValue(one, context, path)
    const at = sortBureaus(one.bureaus).map(bureau => {
      const entry = reported.find(each => each.bureau === bureau)
      if (entry === undefined) {
        const sentence = `${bureau} does not show this in your current report`
        throw refusal('item_not_reported', `${path}.bureaus`, sentence)
      }
      if (correctValue !== null && entry.label !== first.label) {
        const sentence = `${bureau} lists this as: ${entry.label}. Correct it there as an item of its own.`
        throw refused(`${path}.bureaus`, sentence)
      }
      if (correctValue !== null && isUnchanged(entry, correctValue))
        throw refused(`${path}.correctValue`, `This is what ${bureau} shows already.`)
      const right = entries.filter(
        other =>
          correctValue !== null &&
          other.label === entry.label &&
          // A bureau that lists the disputed entry next to the right one is not right.
          reported.every(each => each.bureau !== other.bureau || each.label !== entry.label) &&
          isSameEntry(one.field, other.value, correctValue),
      )
      const rightAt = sortBureaus(right.map(other => other.bureau))
      return { bureau, evidence: { label: entry.label, value: entry.value, rightAt } }
    })
    if (correctValue !== null && one.field === 'name')
      checkName(correctValue, context, `${path}.correctValue`)
    if (correctValue !== null && first.label === 'Current address')
      checkCurrentAddress(correctValue, context, `${path}.correctValue`)
    return { field: one.field, reportedValue: first.value, action: one.action, correctValue, at }
  })
}
