import { describe, expect, test } from 'vitest'
import { at, borrower, file, plain, response, row } from '#test/support/reports/mismo-2-document.ts'
import { requireReport } from '#test/support/reports/require-report.ts'
import type { Account, Report } from '../../canonical.ts'
import { readReport } from '../detect.ts'
import type { ReportOwner } from '../reading.ts'

/** Small MISMO 2 documents, one for each variation between senders. */

const ada: ReportOwner = { firstName: 'Ada', lastName: 'Quill', ssnLastFour: '2041' }
const ben: ReportOwner = { firstName: 'Ben', lastName: 'Quill', ssnLastFour: '2042' }

const reportOf = (text: string, person = ada): Report => requireReport(readReport(text, person))
const onlyRow = (text: string): Account => {
  const [account, ...others] = reportOf(text).accounts
  if (account === undefined || others.length > 0) throw new Error('not one account')
  return account
}
const rated = (inner: string, attributes = '') =>
  onlyRow(response(borrower + row(inner + at('Equifax'), attributes) + file))
const shown = (report: Report) =>
  report.accounts.map(one => `${one.sourceRowId} ${one.bureau} ${one.valuesShared}`)

describe('a rating', () => {
  const now = (attributes: string) => `<_CURRENT_RATING ${attributes}/>`
  test.each<[string, string, string, Account['payStatus']]>([
    ['type counts before the code', now('_Code="1" _Type="AsAgreed"'), '', 'OK'],
    ['later than 120 days', now('_Type="LateOver120Days"'), '', '120'],
    ['unknown', now('_Type="SomethingNew"'), '', null],
    ['code in an unknown numbering', now('_Code="2"'), '', null],
    [
      'left open by type is decided by Array’s flag',
      now('_Type="CollectionOrChargeOff"'),
      'IsCollectionIndicator="Y" IsChargeoffIndicator="N"',
      'COL',
    ],
    ['that is missing is Array’s flag', '', 'IsChargeoffIndicator="true"', 'CO'],
    ['code that is given stands against a flag', now('_Code="C"'), 'IsChargeoffIndicator="Y"', 'OK'],
    ['that is given stands against a flag', now('_Type="AsAgreed"'), 'IsChargeoffIndicator="Y"', 'OK'],
  ])('%s', (_, inner, attributes, token) => {
    expect(rated(inner, attributes).payStatus).toBe(token)
  })

  test('flag of a loss makes the account derogatory even if it is now paid as agreed', () => {
    expect(rated(now('_Type="AsAgreed"'), 'IsChargeoffIndicator="Y"')).toMatchObject({
      worstStatus: 'CO',
      isDerogatory: true,
    })
  })

  test('a collection account type makes the account a collection', () => {
    const text = plain.replace('_AccountType="Revolving"', '_AccountType="Collection"')
    expect(onlyRow(text)).toMatchObject({
      accountType: 'Collection',
      isCollection: true,
      accountStatus: 'Derogatory',
    })
  })
})

describe('the bureaus of a row', () => {
  const two = `${file}${file.replace('F1', 'F2').replace('Equifax', 'Experian')}`
  test('a merged row belongs to the bureaus of its linked files, with shared values', () => {
    const text = response(
      borrower + row(at('MergedData')).replace('CreditFileID="F1"', 'CreditFileID="F1 F2"') + two,
    )
    expect(
      reportOf(text).accounts.map(one => `${one.bureau} ${one.valuesShared} ${one.bureausKnown}`),
    ).toEqual(['Experian true false', 'Equifax true false'])
  })

  test('a row without a bureau is counted and left out, unless only one bureau was requested', () => {
    const nowhere = row().replace('CreditFileID="F1" ', '')
    expect(reportOf(response(borrower + nowhere + two)).warnings.map(one => one.code)).toEqual([
      'unknown_bureau',
    ])
    const included =
      '<CREDIT_REPOSITORY_INCLUDED _EquifaxIndicator="N" _ExperianIndicator="Y" _TransUnionIndicator="N"/>'
    expect(shown(reportOf(response(included + borrower + nowhere)))).toEqual(['L1 Experian false'])
  })

  test('a bureau with rows has returned a file, even if the sender lists none', () => {
    const text = response(borrower + row(at('Equifax', 'TransUnion')) + file)
    expect(reportOf(text).files.map(one => `${one.bureau} ${one.status}`)).toEqual([
      'TransUnion hit',
      'Equifax hit',
    ])
  })

  test('in list and stack the bureaus’ own rows count, regardless of how each masks the number', () => {
    const own = (id: string, number: string, bureau: string) =>
      row(at(bureau)).replace('L1', id).replace('44001234', number).replace('F1', id)
    const rows =
      row(at('Equifax', 'Experian', 'TransUnion')) +
      own('L2', '440012XX', 'Experian') +
      own('L3', '44001234', 'Equifax')
    const text = response(borrower + rows + file, 'MISMOVersionID="2.4" CreditReportMergeType="ListAndStack"')
    const report = reportOf(text)
    expect(shown(report)).toEqual(['L1 TransUnion true', 'L2 Experian false', 'L3 Equifax false'])
    expect(new Set(report.accounts.map(one => one.id)).size).toBe(1)
  })
})

describe('Array’s account identifier', () => {
  const inAccount = (id: string, bureaus: readonly string[], reference: string, number: string) =>
    row(at(...bureaus), `ArrayAccountIdentifier="A" CreditTradeReferenceID="${reference}"`)
      .replace('L1', id)
      .replace('44001234', number)
      .replace('CreditFileID="F1" ', '')

  test('groups rows into one account and drops the merged one, even without other links', () => {
    const rows = [
      inAccount('L1', ['Experian', 'TransUnion'], 'Primary', '1'),
      inAccount('L2', ['TransUnion'], 'Secondary', '2'),
      inAccount('L3', ['Experian'], 'Secondary', '3'),
    ]
    const report = reportOf(response(borrower + rows.join('') + file))
    expect(shown(report)).toEqual(['L2 TransUnion false', 'L3 Experian false'])
    expect(new Set(report.accounts.map(one => one.id)).size).toBe(1)
  })

  test('a primary row of one bureau is not read in addition to its secondary', () => {
    const rows = inAccount('L1', ['Equifax'], 'Primary', '1') + inAccount('L2', ['Equifax'], 'Secondary', '1')
    expect(shown(reportOf(response(borrower + rows + file)))).toEqual(['L2 Equifax false'])
    expect(shown(reportOf(response(borrower + inAccount('L1', ['Equifax'], 'Primary', '1') + file)))).toEqual(
      ['L1 Equifax false'],
    )
  })
})

describe('the person of a row', () => {
  const both = `${borrower}<BORROWER BorrowerID="B2" _FirstName="BEN" _LastName="QUILL" _SSN="666102042"/>`
  const his = file.replaceAll('F1', 'F2').replaceAll('B1', 'B2').replace('ADA', 'BEN').replace('2041', '2042')
  const rows = row(at('Equifax')) + row(at('Equifax')).replaceAll(/([LFB])1"/g, '$12"')
  const rowsFor = (text: string, person: ReportOwner) =>
    reportOf(text, person).accounts.map(one => one.sourceRowId)

  test('is the borrower that it names, otherwise that of its file', () => {
    const text = response(both + rows + file + his)
    expect([rowsFor(text, ada), rowsFor(text, ben)]).toEqual([['L1'], ['L2']])
    const unnamed = text.replaceAll(/(<CREDIT_LIABILITY \S+ )BorrowerID="B\d" /g, '$1')
    expect([rowsFor(unnamed, ada), rowsFor(unnamed, ben)]).toEqual([['L1'], ['L2']])
  })

  test('the subject is the borrower of the order, regardless of a bureau’s spelling', () => {
    const spelled = file.replace(
      '_FirstName="ADA" _LastName="QUILL" _SSN="666102041"',
      '_FirstName="QUIL" _LastName="ADAH"',
    )
    const report = reportOf(response(borrower + row(at('Equifax')) + spelled))
    expect([report.subject.name, report.personal[0]?.name]).toEqual(['ADA QUILL', 'QUIL ADAH'])
  })

  test('without a borrower, files with one id are of one person, regardless of the bureaus’ spellings', () => {
    const spelled = (id: string, bureau: string, first: string) =>
      `<CREDIT_FILE CreditFileID="${id}" BorrowerID="B1" CreditRepositorySourceType="${bureau}"><_BORROWER _FirstName="${first}" _LastName="QUILL"/></CREDIT_FILE>`
    const files = spelled('F1', 'Equifax', 'ADA') + spelled('F2', 'Experian', 'ADELHEID')
    const report = reportOf(response(rows + files))
    expect(report.warnings).toEqual([])
    expect(report.files.map(one => one.bureau)).toEqual(['Experian', 'Equifax'])
  })

  test('ids of files, people and rows may coincide', () => {
    const text = response(both + rows + file + his).replaceAll(/"[FLB](?=[12][" ])/g, '"')
    expect([rowsFor(text, ada), rowsFor(text, ben)]).toEqual([['1'], ['2']])
  })

  test('a statement next to the files belongs to its bureau, or to no one if two people have a file there', () => {
    const comment =
      '<CREDIT_COMMENT _SourceType="Equifax" _Type="ConsumerStatement"><_Text>NOT MINE</_Text></CREDIT_COMMENT>'
    const statements = (text: string) => reportOf(text).personal.flatMap(one => one.consumerStatements)
    expect(statements(response(borrower + rows + file + comment))).toEqual(['NOT MINE'])
    expect(statements(response(both + rows + file + his + comment))).toEqual([])
  })
})

describe('files', () => {
  const result = (type: string, inner = '') =>
    response(
      borrower +
        row(at('Equifax')) +
        file +
        `<CREDIT_FILE CreditFileID="F2" CreditRepositorySourceType="Experian" _ResultStatusType="${type}">${inner}</CREDIT_FILE>`,
    )
  test.each<[string, string]>([
    ['NoFileReturnedNoHit', 'noHit'],
    ['NoFileReturnedThinFile', 'thin'],
    ['NoFileReturnedCreditFreeze', 'frozen'],
    ['NoFileReturnedBadAccessCode', 'error'],
    ['SomethingNew', 'error'],
  ])('%s is %s', (type, status) => {
    expect(reportOf(result(type)).files[0]).toMatchObject({ bureau: 'Experian', status })
  })

  test('a frozen bureau without a file is frozen', () => {
    const flags =
      '<CREDIT_FROZEN_STATUS _EquifaxIndicator="false" _ExperianIndicator="false" _TransUnionIndicator="true"/>'
    expect(reportOf(response(borrower + flags + row(at('Equifax')) + file)).files).toEqual([
      { bureau: 'TransUnion', status: 'frozen', text: null },
      { bureau: 'Equifax', status: 'hit', text: null },
    ])
  })
})

describe('documents without a report', () => {
  const group = (inner: string) =>
    `<RESPONSE_GROUP MISMOVersionID="2.3.1"><RESPONSE>${inner}</RESPONSE></RESPONSE_GROUP>`
  const data = (inner: string, attributes = '') =>
    `<RESPONSE_DATA><CREDIT_RESPONSE MISMOVersionID="2.3.1" ${attributes}>${inner}</CREDIT_RESPONSE></RESPONSE_DATA>`
  test.each<[string, string, string, RegExp]>([
    [
      'a refused order',
      group('<STATUS _Condition="Error" _Code="E1" _Description="Login failed"/>'),
      'rejected',
      /Login failed/,
    ],
    [
      'an error in the response',
      group(
        data(
          '<CREDIT_ERROR_MESSAGE _Code="7" _SourceType="CreditBureau"><_Text>INVALID SUBJECT</_Text></CREDIT_ERROR_MESSAGE>',
          'CreditReportType="Error"',
        ),
      ),
      'rejected',
      /INVALID SUBJECT/,
    ],
    [
      'an order in work',
      group('<STATUS _Condition="Pending" _Description="Not ready"/>'),
      'pending',
      /Not ready/,
    ],
    ['a response of no data', group(data(borrower)), 'empty', /no credit data/],
    [
      'files that no bureau returned',
      group(
        data('<CREDIT_FILE CreditRepositorySourceType="Equifax" _ResultStatusType="NoFileReturnedNoHit"/>'),
      ),
      'empty',
      /Equifax: noHit/,
    ],
    ['an empty group', '<RESPONSE_GROUP MISMOVersionID="2.3.1"/>', 'empty', /no credit data/],
    ['an empty response in JSON', '{"CREDIT_RESPONSE":{"@MISMOVersionID":"2.4"}}', 'empty', /no credit data/],
    ['nothing in JSON', '{"CREDIT_RESPONSE":null}', 'empty', /no credit data/],
  ])('%s', (_, text, reason, words) => {
    const reading = readReport(text, ada)
    expect(reading).toMatchObject({ kind: 'noReport', reason })
    expect(reading.kind === 'noReport' && reading.message).toMatch(words)
  })

  test.each<[string, string]>([
    ['declares entities', `<!DOCTYPE CREDIT_RESPONSE [<!ENTITY a "b">]>${plain}`],
    [
      'declares entities beside its DTD',
      `<!DOCTYPE CREDIT_RESPONSE SYSTEM "x.dtd" [<!ENTITY a "b">]>${plain}`,
    ],
    [
      'uses an entity of its DTD',
      `<!DOCTYPE CREDIT_RESPONSE SYSTEM "x.dtd">${plain.replace('ROWAN', '&name;')}`,
    ],
  ])('one that %s is refused', (_, text) => {
    expect(readReport(text, ada).kind).toBe('unreadable')
  })
})

test('an SSN in any attribute is reduced to its last four', () => {
  const text = plain.replace('ROWAN', 'ROWAN 666102041').replace('44001234', '666-10-2041')
  expect(onlyRow(text)).toMatchObject({ creditorName: 'ROWAN XXXXX2041', accountNumber: 'XXXXX2041' })
})
