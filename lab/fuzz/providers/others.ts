import { readFileSync } from 'node:fs'
import { AppError } from '#api/errors.ts'
import { readReport } from '#features/reports/readers/detect.ts'
import { decodeDocument } from '#features/reports/server/document-text.ts'
import { type FeedLine, parseFeedRows } from '#features/tradelines/feed.ts'
import { parseFeedFile } from '#features/tradelines/server/sync.ts'
import { makesSameClaims } from '#features/voice/redaction.ts'
import { httpCreditData } from '#providers/credit-data/http.ts'
import { openAiLanguage } from '#providers/language/openai.ts'
import { httpTradelineFeed } from '#providers/tradeline-feed/http.ts'
import { WholeReport } from '#test/support/reports/whole-report.ts'
import { isPartialDate } from '#values/dates.ts'
import { keepableText, realDay } from '../keepable.ts'
import { type Conversation, callGiving, endOf, goodOf, must, outcomesLike, valueIn } from './answers.ts'

const source = new URL('../../../src/', import.meta.url)
const document = readFileSync(new URL('features/reports/fixtures/ada.tu4r.txt', source))
const list = readFileSync(new URL('sandbox/providers/tradeline-lines.csv', source))

const request = {
  userId: '01990000-0000-7000-8000-000000000001',
  profile: {
    firstName: 'Ada',
    middleName: null,
    lastName: 'Quill',
    birthDate: '1984-02-29',
    address: { street: '12 Oak Street', city: 'Salem', state: 'VA', postal: '24153' },
  },
  passedStep: null,
  ssn: '666102041',
  now: new Date('2026-11-20T17:00:00Z'),
}

const bridge = { url: new URL('https://bridge.test/pull'), token: 'token', family: null }

const judgeLine = (line: FeedLine) => {
  for (const words of [line.supplierId, line.name, line.bank]) keepableText('words', words)
  for (const dollars of [line.price, line.creditLimit])
    must(Number.isSafeInteger(dollars) && dollars > 0, 'no dollars')
  must(Number.isSafeInteger(line.slots) && line.slots >= 0, 'no slots')
  must(line.opened === null || isPartialDate(line.opened), 'a line was opened on no date')
  realDay('a deadline', line.purchaseBy)
}

const row = {
  id: 'A-1',
  name: 'Card',
  bank: 'Bank',
  opened: '2014-03',
  creditLimit: '$15,000',
  price: 400,
  slots: 2,
  bureaus: ['Experian'],
}

const account = {
  baseUrl: new URL('https://api.openai.com/v1'),
  apiKey: 'key',
  transcribeModel: 'whisper-1',
  chatModel: 'gpt-4o-mini',
}
const ours = 'Your score is 725 at Experian. It is good, and 12 points higher than on 11/02/2026.'

export const others: Readonly<Record<string, Conversation>> = {
  'the bridge to credit data': {
    outcomes: outcomesLike([
      { status: 200, bytes: document },
      { status: 404, body: { code: 'no_file' } },
      { status: 202, body: {} },
    ]),
    hold: async ([outcome]) => {
      const data = httpCreditData({ ...bridge, call: callGiving(outcome ? [outcome] : []) })
      const end = await endOf(() => data.pull(request, null))
      if ('failed' in end) return 'failed'
      const status = outcome?.kind === 'answer' ? outcome.status : 0
      const { gave } = end
      if (gave.kind === 'processing') must(status === 202, `waited for after ${status}`)
      if (gave.kind === 'refused') must([401, 403].includes(status), `refused after ${status}`)
      if (gave.kind === 'noFile') {
        const text = outcome?.kind === 'answer' ? outcome.text : ''
        must(status === 404 && valueIn(text, 'code') === 'no_file', `no file after ${status}`)
      }
      if (gave.kind !== 'document') return gave.kind
      must(status === 200, `a document after ${status}`)
      const text = decodeDocument(gave.bytes)
      const reading = text === null ? null : readReport(text, { ...request.profile, ssnLastFour: '2041' })
      if (reading?.kind !== 'report') return 'no report'
      WholeReport.parse(reading.report)
      return 'a report'
    },
  },
  'a list of tradelines': {
    outcomes: outcomesLike([
      { status: 200, bytes: list },
      { status: 200, body: [row, { ...row, id: 'A-2', opened: '', ageYears: '9.5' }] },
    ]),
    hold: async outcomes => {
      const feed = httpTradelineFeed({
        url: new URL('https://lines.test'),
        token: null,
        call: callGiving(outcomes),
      })
      const end = await endOf(() => feed.fetch(request.now))
      if ('failed' in end) return 'failed'
      must(goodOf(outcomes[0])?.status === 200, 'a list without an answer')
      try {
        const { lines, refused } = parseFeedRows(parseFeedFile(end.gave), '2026-11-22')
        for (const line of lines) judgeLine(line)
        for (const { reason } of refused) must(reason.length > 5, 'a row is refused without a word')
        return lines.length > 0 ? 'offers' : 'no row that is right'
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'unreadable_feed') throw error
        return 'not to be read'
      }
    },
  },
  'what was said': {
    outcomes: outcomesLike([{ status: 200, body: { text: 'Why did my score go down?' } }]),
    hold: async outcomes => {
      const language = openAiLanguage({ ...account, call: callGiving(outcomes) })
      const end = await endOf(async () =>
        language.transcribe?.({ bytes: Buffer.from('RIFF'), container: 'wav' }),
      )
      if ('failed' in end) return 'failed'
      must(
        String(valueIn(goodOf(outcomes[0])?.text ?? '', 'text')).trim() === end.gave,
        'something else was heard',
      )
      return end.gave === '' ? 'silence' : 'heard'
    },
  },
  'other words': {
    outcomes: outcomesLike([
      { status: 200, body: { choices: [{ index: 0, message: { role: 'assistant', content: ours } }] } },
    ]),
    hold: async outcomes => {
      const language = openAiLanguage({ ...account, call: callGiving(outcomes) })
      const end = await endOf(() => language.reword(ours))
      if ('failed' in end) return 'failed'
      if (end.gave === null || !makesSameClaims(end.gave, ours)) return 'not used'
      must(goodOf(outcomes[0]) !== null, 'words without an answer')
      must(
        (end.gave.match(/\d+/g) ?? []).join() === (ours.match(/\d+/g) ?? []).join(),
        'another figure was said',
      )
      return 'used'
    },
  },
}
