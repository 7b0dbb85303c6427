import { z } from 'zod'
import { AppError } from '#api/errors.ts'
import {
  downloadFileName,
  normalizeDocumentName,
  validateDocumentName,
} from '#features/documents/upload-rules.ts'
import { FieldText, Registration } from '#features/identity/contract.ts'
import { parseSsn, searchWords } from '#features/identity/personal-details.ts'
import { parseRegistration } from '#features/identity/registration-rules.ts'
import { parsePhoneNumber } from '#features/identity/server/phone-numbers.ts'
import { parseKeyword } from '#features/identity/server/text-webhook.ts'
import { parseEnvelopeAddress } from '#features/mailing/envelope-address.ts'
import * as fields from '#features/reports/readers/fields.ts'
import {
  isPaymentPattern,
  parsePaymentMonths,
  sortByMonth,
} from '#features/reports/readers/payment-pattern.ts'
import { parseFeedRows } from '#features/tradelines/feed.ts'
import { parseQuestion } from '#features/voice/recognition/parse-question.ts'
import { readWeights } from '#features/voice/server/computed.ts'
import { registrationBody } from '#test/support/people/new-user.ts'
import { isPartialDate, showDate, showDay } from '#values/dates.ts'
import { maskAccountNumber } from '#values/mask.ts'
import { showMoney } from '#values/money.ts'
import { keepableText, realDay } from './keepable.ts'

const weights = readWeights()

/** Every parser of a single line of text. */

/** `near`: accepted texts to vary. `reads`: whether the parser accepted a text; throws if the result is impossible. */
export type TextReader = { near: readonly string[]; reads: (text: string) => boolean }

const reader = (near: readonly string[], reads: TextReader['reads']): TextReader => ({ near, reads })

const phones = ['(213) 555-0142', '+1 213 555 0142 ext. 5', '2135550142', 'tel:+1-213-555-0142', '٢١٣٥٥٥٠١٤٢']
const dates = [
  '2024-02-29',
  '02/29/2024',
  '2024-02',
  '2024',
  '20240229',
  '2026-11-20T10:00:00Z',
  '02292024',
  '2024-2-9',
]
const amounts = ['$1,234.50', '00037000', '-12.005', '5000', '1.', '999999999999.99', '15000', '$400.00']
const names = ['Maya Brooks', "O'Brien-Østergård", 'Auto Loan #4417', 'H&#x26;amp;R &#60;', 'Licence.jpg']
const streets = ['418 Alder Street Apt 3', 'P.O. Box 4500']
const places = ['97205', '97205-1234', '972051234', '02153']
const numbers = ['123-45-6789', '123456789', 'XXX-XX-4417', '****4417', '5178 4402 1234 5678']
const questions = [
  'why did my score go down?',
  'quién reporta mi cuenta',
  'What is my utilization at Experian? And my oldest card',
]

const today = '2026-11-22'

const must = (holds: boolean, what: string, given: unknown): void => {
  if (!holds) throw new Error(`${what}: ${JSON.stringify(given)}`)
}

/** Whether something was read; a Refusal is the parser's own rejection. */
const took = (read: () => void): boolean => {
  try {
    read()
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

const isNullOr = (value: string | null, shape: RegExp, what: string): boolean => {
  must(value === null || shape.test(value), what, value)
  return value !== null
}

const date = (read: (raw: string) => string | null) => (text: string) => {
  const found = read(text)
  must(found === null || isPartialDate(found), 'a date that does not exist', found)
  // What is stored is also shown.
  if (found !== null) must(showDate(found) !== null, 'a date that cannot be shown', found)
  if (found?.length === 10) must(!showDay(found).includes('Invalid'), 'a day that cannot be shown', found)
  return found !== null
}

const count = (read: (raw: string) => number | null) => (text: string) => {
  const found = read(text)
  must(found === null || (Number.isSafeInteger(found) && found >= 0), 'no count', found)
  return found !== null
}

const base = { ...registrationBody('+12135550142', '213450142'), smsCode: '123456' }

/** A registration in which one field is the text. */
const registered = (field: keyof typeof base) => (text: string) =>
  took(() => {
    const given = Registration.safeParse({ ...base, [field]: text })
    if (!given.success) throw new AppError('invalid_request')
    const { profile, ssn } = parseRegistration(given.data, '+12135550142', today)
    must(/^\d{9}$/.test(ssn), 'no SSN', ssn)
    realDay('a day of birth', profile.birthDate)
    const { firstName, lastName, middleName, address } = profile
    for (const part of [firstName, lastName, middleName, ...Object.values(address)]) {
      keepableText('a field', part)
      must(part === null || !/[\r\n]/.test(part), 'two lines in one', part)
    }
  })

const row = {
  id: 'L-1',
  name: 'Card',
  bank: 'Bank',
  creditLimit: '15000',
  price: '400',
  slots: '2',
  opened: '2014-03',
  purchaseBy: '2026-12-05',
}

/** A row of a supplier's list in which one cell is the text. */
const offered = (cell: keyof typeof row) => (text: string) => {
  const { lines } = parseFeedRows([{ ...row, [cell]: text }], today)
  for (const line of lines) {
    must(Number.isSafeInteger(line.creditLimit) && line.creditLimit > 0, 'no limit', line)
    must(Number.isSafeInteger(line.price) && line.price > 0, 'no price', line)
    must(Number.isSafeInteger(line.slots) && line.slots >= 0, 'no slots', line)
    must(line.opened === null || isPartialDate(line.opened), 'no date', line)
    realDay('a deadline', line.purchaseBy)
    for (const words of [line.supplierId, line.name, line.bank]) keepableText('words', words)
  }
  return lines.length > 0
}

export const textReaders: Readonly<Record<string, TextReader>> = {
  phone: reader(phones, text =>
    took(() => must(/^\+1\d{10}$/.test(parsePhoneNumber(text)), 'no number of ours', text)),
  ),
  'phone in a report': reader(phones, text => {
    const phone = fields.parsePhone(text)
    keepableText('a phone', phone)
    return phone?.startsWith('+1') === true
  }),
  date: reader(
    dates,
    date(text => (isPartialDate(text) ? text : null)),
  ),
  'date in a report': reader(dates, date(fields.parseDate)),
  'date, month first': reader(dates, date(fields.parseMonthFirstDate)),
  'date of birth': reader(['04/12/1990', '02/29/1984'], registered('birthDate')),
  'money in a report': reader(amounts, text =>
    isNullOr(fields.parseMoney(text), /^(?!-0\.00)-?\d{1,13}\.\d\d$/, 'no money'),
  ),
  'money as shown': reader(amounts, text => {
    must(!/NaN|Infinity|∞/.test(showMoney(text)) || /NaN|Infinity|∞/.test(text), 'no money', showMoney(text))
    return showMoney(text) !== text
  }),
  'price in a list': reader(amounts, offered('price')),
  'limit in a list': reader(amounts, offered('creditLimit')),
  'deadline in a list': reader(['2026-12-05'], offered('purchaseBy')),
  'opening in a list': reader(['2014-03', '2014-03-09'], offered('opened')),
  'name in a list': reader(names, offered('name')),
  street: reader(streets, registered('streetAddress')),
  city: reader(names, registered('city')),
  zip: reader(places, registered('zip')),
  'first name': reader(names, registered('firstName')),
  'last name': reader(names, registered('lastName')),
  email: reader(['maya@example.com'], registered('email')),
  'SSN typed': reader(numbers, registered('ssn')),
  'zip in a report': reader(places, text => {
    const postal = fields.parsePostal(text)
    keepableText('a ZIP code', postal)
    return postal !== null && /^\d{5}(-\d{4})?$/.test(postal)
  }),
  envelope: reader(streets, text => {
    const address = parseEnvelopeAddress(['Maya Brooks', text, 'Portland, OR 97205'])
    if ('part' in address) return false
    must(address.line1.length + (address.line2?.length ?? 0) <= 50, 'too long', address)
    return true
  }),
  'text in a report': reader(names, text => {
    const plain = fields.parseFreeText(text)
    keepableText('a text', plain)
    must(plain === null || !/\p{Cc}/u.test(plain), 'signs that control', plain)
    return plain !== null
  }),
  'account number': reader(numbers, text => {
    must(maskAccountNumber(text).length <= 12 || text.length <= 8, 'a number that is not hidden', text)
    return text.length > 8
  }),
  score: reader(['725', '+00505'], text => {
    const score = fields.parseScore(text)
    must(score === null || (score >= 250 && score <= 999), 'no score', score)
    return score !== null
  }),
  count: reader(['012', '3.00'], count(fields.parseCount)),
  term: reader(['012', '49M', '60 MONTHS', '30Y'], count(fields.parseTermMonths)),
  'last four': reader(numbers, text => isNullOr(fields.parseLastFour(text), /^\d{4}$/, 'not four digits')),
  'payment string': reader(['CCCC1CCCCXXX', '000100NN', 'C,C,30'], text => {
    const months = sortByMonth(
      parsePaymentMonths(text, '2026-11', 'experian', { collection: false, mortgage: false }),
    )
    for (const month of months) must(isPartialDate(month.date), 'no month', month)
    must(months.length <= 120, 'too many months', months.length)
    return isPaymentPattern(text)
  }),
  'SSN of a form': reader(numbers, text => {
    const parsed = parseSsn(text)
    return isNullOr('digits' in parsed ? parsed.digits : null, /^\d{9}$/, 'no SSN')
  }),
  'reply to a text': reader(['STOP', 'Help.', 'stop all'], text => parseKeyword(text) !== null),
  'words of a name': reader(names, text => searchWords(text).length > 0),
  'name of a document': reader(names, text => {
    if (validateDocumentName(text) !== null) return false
    const name = normalizeDocumentName(text)
    keepableText('a name', name)
    must(Buffer.byteLength(downloadFileName(name)) <= 255, 'a name that no disk takes', name)
    return true
  }),
  'a field of a form': reader(names, text => {
    const field = FieldText(50).safeParse(text)
    if (field.success) keepableText('a field', field.data)
    return field.success
  }),
  'a question': reader(questions, text => {
    const { kinds, choices } = parseQuestion(text.slice(0, 500), weights)
    must(kinds.length > 0, 'no kind of question', text)
    return choices.length > 0 || !kinds.includes('unknown')
  }),
  'an address for mails': reader(['maya@example.com'], text => z.email().safeParse(text).success),
}
