import { type Bureau, bureaus } from '#values/bureau.ts'
import type { BureauCoverage } from '../../coverage.ts'
import { createWarning } from '../../warnings.ts'
import { parseBureau } from '../codes.ts'
import { parseCount } from '../fields.ts'
import type { Reading } from '../reading.ts'
import {
  type DisplayedFile,
  type DisplayedInquiry,
  type DisplayedRecord,
  type DisplayedTrade,
  readDisplayed,
  shownValue,
} from '../truelink/displayed.ts'
import { recordLabels } from '../truelink/displayed-labels.ts'
import { hasBureauHeader, labelKey, readAddress, readColumns, repeatsIn, rowsOf } from './columns.ts'
import { blocksOf, isOtherSource, readAccount } from './identityiq-accounts.ts'
import { refuse } from './refusals.ts'
import { listCutOff, listWholeSections, type Section } from './sections.ts'
import { contains, findAll, type HtmlElement, hasClass, linesOf, textOf, without } from './tree.ts'

/**
 * The report page of IdentityIQ and MyScoreIQ as displayed by the browser (docs/reference/report-formats.md).
 * The page is a template filled with TrueLink data; another renderer of the same page shows data of another source.
 */

const isFullHeader = (element: HtmlElement) => hasClass(element, 'rpt_fullReport_header')
const isColumns = (element: HtmlElement) => hasClass(element, 'rpt_table4column')
const isValue = (element: HtmlElement) => element.tag === 'td' && hasClass(element, 'info')

/** The template's own marks, filled or not. */
export const isIdentityIq = (page: HtmlElement): boolean =>
  contains(page, element => hasClass(element, 'rpt_content_wrapper')) &&
  contains(page, isFullHeader) &&
  contains(page, hasBureauHeader) &&
  contains(page, isValue)

/** Whether the template was filled before the page was saved. */
export const isFilled = (page: HtmlElement): boolean => {
  const texts = findAll(without(page, isHidden), isValue).map(textOf)
  return texts.some(text => shownValue(text) !== null && !text.includes('{{')) && !texts.some(isPlaceholder)
}

const isPlaceholder = (text: string): boolean => text.includes('{{') && text.includes('}}')

/** What the template hides, such as the dash next to a value. */
const isHidden = (element: HtmlElement) => hasClass(element, 'ng-hide')

/** The sections in page order, each with the headings, tables and history tables below its header. */
const sectionsOf = (page: HtmlElement): Section[] => {
  const sections: Section[] = []
  const parts = findAll(
    page,
    element =>
      isFullHeader(element) ||
      hasClass(element, 'sub_header') ||
      isColumns(element) ||
      hasClass(element, 'rpt_content_table'),
  )
  for (const part of parts) {
    // A link back to the top is in the header.
    const title = labelKey(textOf(without(part, ({ tag }) => tag === 'a')))
    if (isFullHeader(part)) sections.push({ title, parts: [] })
    else sections.at(-1)?.parts.push(part)
  }
  return sections
}

/** The items of a cell: what the template repeated, otherwise the whole cell. */
const itemsIn = (cell: HtmlElement | undefined): HtmlElement[] => {
  if (cell === undefined) return []
  const repeats = repeatsIn(cell)
  return (repeats.length > 0 ? repeats : [cell]).filter(item => shownValue(textOf(item)) !== null)
}

const itemTexts = (cell: HtmlElement | undefined): string[] => itemsIn(cell).map(textOf)

type Cells = (label: string, bureau: Bureau) => HtmlElement | undefined

/** The first cell of a label in the tables of a section. */
const cellsOf = (parts: readonly HtmlElement[]): Cells => {
  const rows = new Map<string, ReadonlyMap<Bureau, HtmlElement>>()
  for (const { label, cells } of parts.filter(isColumns).flatMap(readColumns))
    if (!rows.has(label)) rows.set(label, cells)
  return (label, bureau) => rows.get(label)?.get(bureau)
}

const statementClasses: Readonly<Record<Bureau, string>> = {
  TransUnion: 'tuc_header',
  Experian: 'exp_header',
  Equifax: 'eqf_header',
}

/** The row of a bureau in a section with one row per bureau: statements, and the factors of the scores. */
const rowOf = (parts: readonly HtmlElement[], bureau: Bureau): HtmlElement | undefined =>
  parts
    .flatMap(rowsOf)
    .find(([first]) => first !== undefined && hasClass(first, statementClasses[bureau]))?.[1]

/** Each factor is a bold heading with an explanation that may be collapsed. */
const factorsIn = (cell: HtmlElement | undefined): string[] =>
  (cell === undefined ? [] : findAll(cell, element => hasClass(element, 'descriptionTxt'))).flatMap(
    factor => {
      const [heading] = findAll(factor, ({ tag }) => tag === 'b')
        .map(textOf)
        .filter(text => text !== '')
      const text = (heading ?? linesOf(factor)[0] ?? '').replace(/\.$/, '')
      return shownValue(text) === null ? [] : [text]
    },
  )

const freezeClasses: Readonly<Record<Bureau, string>> = {
  TransUnion: 'tranUnionClr',
  Experian: 'experianClr',
  Equifax: 'equifaxClr',
}

const frozenIn = (page: HtmlElement): ReadonlySet<Bureau> => {
  const notices = findAll(page, element => element.tag === 'table' && hasClass(element, 'help_text')).filter(
    table => /SECURITY FREEZE/.test(textOf(table)),
  )
  return new Set(
    bureaus.filter(bureau =>
      notices.some(notice => contains(notice, one => hasClass(one, freezeClasses[bureau]))),
    ),
  )
}

const addressOf = (item: HtmlElement) => readAddress(linesOf(item))

/** The employer's name; its address is below. */
const employerOf = (item: HtmlElement): string[] => linesOf(item).slice(0, 1)

type ReadAccount = ReturnType<typeof readAccount>

/** Collections by the page's own type. */
const isCollection = ({ values }: DisplayedTrade): boolean =>
  values.has('originalCreditor') || /^collection/i.test(values.get('creditType') ?? '')

const statedBy = (
  cells: Cells,
  bureau: Bureau,
  accounts: readonly ReadAccount[],
): BureauCoverage['stated'] => {
  const countOf = (label: string) => {
    const cell = cells(label, bureau)
    return cell === undefined ? null : parseCount(textOf(cell))
  }
  const trades = accounts.flatMap(({ account }) => account.trades).filter(one => one.bureau === bureau)
  const collections = trades.filter(isCollection).length
  const total = countOf('total accounts')
  // Some pages exclude collections from the total and count them separately.
  const isApart =
    collections > 0 && countOf('collection') === collections && total === trades.length - collections
  return {
    accounts: isApart ? trades.length : total,
    inquiries: countOf('inquiries(2 years)') ?? countOf('inquiries (2 years)'),
    publicRecords: countOf('public records'),
  }
}

const recordKinds: Readonly<Record<string, string>> = {
  bankruptcy: 'Bankruptcy',
  'legal item': 'LegalItem',
  'tax lien': 'TaxLien',
  garnishment: 'Garnishment',
  'marital item': 'MaritalItem',
  'financial counseling': 'FinancialCounseling',
  foreclosure: 'Foreclosure',
}

const readRecords = (parts: readonly HtmlElement[]): DisplayedRecord[] => {
  const records: DisplayedRecord[] = []
  for (const { heading, tables } of blocksOf(parts)) {
    const title = labelKey(textOf(heading))
    const kind = Object.hasOwn(recordKinds, title) ? recordKinds[title] : undefined
    for (const bureau of bureaus) {
      const values: (Map<string, string> | undefined)[] = []
      for (const { label, cells } of tables.flatMap(readColumns)) {
        const field = Object.hasOwn(recordLabels, label) ? recordLabels[label] : undefined
        const cell = cells.get(bureau)
        if (field === undefined || cell === undefined) continue
        const texts = repeatsIn(cell).length > 0 ? repeatsIn(cell).map(textOf) : [textOf(cell)]
        for (const [at, text] of texts.entries()) {
          const value = shownValue(text)
          if (value !== null) (values[at] ??= new Map()).set(field, value)
        }
      }
      for (const own of values)
        if (own !== undefined) records.push({ bureau, kind: kind ?? 'MiscPublicRecord', values: own })
    }
  }
  return records
}

const tableRows = (parts: readonly HtmlElement[]): HtmlElement[][] =>
  parts.flatMap(rowsOf).filter(cells => cells.length > 1 && cells.every(isValue))

const readInquiries = (parts: readonly HtmlElement[]): DisplayedInquiry[] =>
  tableRows(parts).map(cells => {
    const [company = '', industry = '', date = '', bureau = ''] = cells.map(textOf)
    return {
      company,
      industry: shownValue(industry),
      date: shownValue(date),
      bureau: parseBureau(bureau),
    }
  })

const readContacts = (parts: readonly HtmlElement[]) =>
  tableRows(parts).flatMap(([name, address, phone]) => {
    const called = name === undefined ? null : shownValue(textOf(name))
    if (called === null) return []
    return [
      {
        name: called,
        address: address === undefined ? null : readAddress(linesOf(address)),
        phone: phone === undefined ? null : shownValue(textOf(phone)),
      },
    ]
  })

/** The reference and date at the top, each next to its label. */
const topOf = (page: HtmlElement): ReadonlyMap<string, string> =>
  new Map(
    findAll(page, element => hasClass(element, 'reportTop_content'))
      .flatMap(rowsOf)
      .flatMap(cells =>
        cells.flatMap((cell, at) => {
          const value = cells[at + 1]
          return hasClass(cell, 'label') && value !== undefined
            ? [[labelKey(textOf(cell)), textOf(value)] as const]
            : []
        }),
      ),
  )

/** `isWhole`: the file contains the end of the page. */
export const readIdentityIq = (whole: HtmlElement, isWhole: boolean): Reading => {
  const page = without(whole, isHidden)
  const sections = sectionsOf(page)
  const partsOf = (title: string) => sections.find(section => section.title === title)?.parts ?? []
  const personal = cellsOf(partsOf('personal information'))
  const scores = cellsOf(partsOf('credit score'))
  const summary = cellsOf(partsOf('summary'))
  const frozen = frozenIn(page)
  const isVantage3 = /VantageScore® 3\.0/.test(partsOf('credit score').map(textOf).join(' '))
  const blocks = blocksOf(partsOf('account history'))
  const isJoined = blocks.some(isOtherSource)
  const accounts = blocks.map(block => readAccount(block, isJoined))
  const files = bureaus.map((bureau): DisplayedFile => {
    const score = itemTexts(scores('credit score', bureau))[0]
    const names = itemTexts(personal('name', bureau))
    // Without a file of the bureau the page shows the same as without a score.
    const hasScore = score !== undefined && (names.length > 0 || /^\d+$/.test(score))
    return {
      bureau,
      date: itemTexts(personal('credit report date', bureau))[0] ?? null,
      names,
      aliases: [...itemTexts(personal('also known as', bureau)), ...itemTexts(personal('former', bureau))],
      birth: itemTexts(personal('date of birth', bureau))[0] ?? null,
      addresses: itemsIn(personal('current address(es)', bureau)).map(addressOf),
      previousAddresses: itemsIn(personal('previous address(es)', bureau)).map(addressOf),
      employers: itemsIn(personal('employers', bureau)).flatMap(employerOf),
      statements: itemTexts(rowOf(partsOf('customer statement'), bureau)),
      isFrozen: frozen.has(bureau),
      score: hasScore
        ? {
            score,
            model: isVantage3 ? 'VantageScore 3.0' : null,
            date: null,
            factors: factorsIn(rowOf(partsOf('credit score'), bureau)),
          }
        : null,
      stated: statedBy(summary, bureau, accounts),
    }
  })
  // The page prints OK for Equifax's unrated months too.
  const hasEquifaxOk = accounts.some(({ account }) =>
    account.trades.some(
      ({ bureau, months }) => bureau === 'Equifax' && months.some(({ symbol }) => symbol === 'C'),
    ),
  )
  const top = topOf(page)
  const reading = readDisplayed(
    {
      reference: shownValue(top.get('reference #') ?? ''),
      date: shownValue(top.get('report date') ?? ''),
      files,
      accounts: accounts.map(({ account }) => account),
      isGrouped: !isJoined,
      inquiries: readInquiries(partsOf('inquiries')),
      records: readRecords(partsOf('public information')),
      contacts: readContacts(partsOf('creditor contacts')),
      sections: listWholeSections(sections, isWhole),
      doubts: [...accounts.flatMap(({ doubts }) => doubts), ...listCutOff(sections, isWhole)],
      warnings: hasEquifaxOk ? [createWarning('equifax_ok_unsure', 'Equifax')] : [],
    },
    'identityiq-html',
  )
  // Fewer accounts than the page states: it adds them while scrolling.
  const isShort = files.some(({ stated }) => Number(stated.accounts) > 0)
  return reading.kind === 'unreadable' && isShort ? refuse.notScrolled() : reading
}
