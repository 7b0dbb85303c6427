import { type Bureau, bureaus } from '#values/bureau.ts'
import { createCountedWarnings } from '../../warnings.ts'
import { parseBureau } from '../codes.ts'
import { parseCount } from '../fields.ts'
import type { Reading } from '../reading.ts'
import {
  type DisplayedContact,
  type DisplayedFile,
  type DisplayedInquiry,
  type DisplayedRecord,
  readDisplayed,
  shownValue,
} from '../truelink/displayed.ts'
import { recordLabels } from '../truelink/displayed-labels.ts'
import { labelKey, readAddress } from './columns.ts'
import { listCutOff, listWholeSections, type Section } from './sections.ts'
import { type AccountBlock, groupTypes, readAccount } from './smartcredit-accounts.ts'
import { bureauOfClass, findCell, type Grid, isCell, isPlaced, readGrid } from './smartcredit-grid.ts'
import {
  contains,
  elementsOf,
  findAll,
  type HtmlElement,
  hasClass,
  linesOf,
  paragraphsOf,
  textOf,
} from './tree.ts'

/** The classic view of SmartCredit and of the services that show it under their own name (docs/reference/report-formats.md). */

const isView = (element: HtmlElement) => hasClass(element, 'original-view')

export const isSmartCredit = (page: HtmlElement): boolean => {
  const [view] = findAll(page, isView)
  return (
    view !== undefined &&
    contains(view, isPlaced) &&
    contains(view, element => isCell(element) && bureauOfClass(element, 'bg-') !== null)
  )
}

const isGrid = ({ classes }: HtmlElement) => classes.includes('d-grid')
const isHistory = (element: HtmlElement) => hasClass(element, 'payment-history')
const isGroup = ({ tag, id }: HtmlElement) => tag === 'p' && Object.hasOwn(groupTypes, id)
const isName = (element: HtmlElement) => element.tag === 'p' && hasClass(element, 'h6')

const sectionsOf = (view: HtmlElement): Section[] => {
  const sections: Section[] = []
  for (const part of findAll(
    view,
    one => one.tag === 'h5' || isGrid(one) || isHistory(one) || isGroup(one) || isName(one),
  )) {
    // The heading contains a switch that shows and hides the section.
    if (part.tag === 'h5')
      sections.push({ title: labelKey(textOf(part)).replace(/ (?:show|hide)$/, ''), parts: [] })
    else sections.at(-1)?.parts.push(part)
  }
  return sections
}

const isWide = (element: HtmlElement) => hasClass(element, 'grid-cols-4')

const gridIn = (parts: readonly HtmlElement[]): Grid | null => {
  const [first] = parts.filter(isWide)
  return first === undefined ? null : readGrid(first)
}

const blocksOf = (parts: readonly HtmlElement[]): AccountBlock[] => {
  type Growing = { -readonly [Key in keyof AccountBlock]: AccountBlock[Key] } & { histories: HtmlElement[] }
  const blocks: Growing[] = []
  let type: string | null = null
  for (const part of parts) {
    const last = blocks.at(-1)
    if (isGroup(part)) type = groupTypes[part.id] ?? null
    else if (isName(part))
      blocks.push({
        name: shownValue(textOf(part)) ?? 'Unnamed creditor',
        type,
        grid: null,
        histories: [],
        lateCounts: null,
      })
    else if (last !== undefined && isHistory(part)) last.histories.push(part)
    else if (last !== undefined && isWide(part)) last.grid ??= part
    else if (last !== undefined) last.lateCounts ??= part
  }
  return blocks
}

/** Rows of three plain cells below their headings. */
const contactRows = (parts: readonly HtmlElement[]): HtmlElement[][] =>
  parts
    .map(part => findAll(part, isCell))
    .filter(
      ([first, ...others]) =>
        first !== undefined && others.length === 2 && labelKey(textOf(first)) !== 'creditor name',
    )

const readInquiries = (parts: readonly HtmlElement[]): DisplayedInquiry[] =>
  contactRows(parts).map(cells => {
    const [company = '', date = '', bureau = ''] = cells.map(textOf)
    return { company, industry: null, date: shownValue(date), bureau: parseBureau(bureau.replace('®', '')) }
  })

const readContacts = (parts: readonly HtmlElement[]): DisplayedContact[] =>
  contactRows(parts).flatMap(([name, address, phone]) => {
    const called = name === undefined ? null : shownValue(textOf(name))
    if (called === null || address === undefined) return []
    return [
      {
        name: called,
        address: readAddress(linesOf(address)),
        phone: phone === undefined ? null : shownValue(textOf(phone)),
      },
    ]
  })

/** The kind of a record, from its labels. */
const kindOf = ({ labels }: Grid): string => {
  const has = (label: string) => labels.some(one => one.label === label)
  if (has('date released')) return 'TaxLien'
  return has('asset amount') ? 'Bankruptcy' : 'LegalItem'
}

const readRecords = (parts: readonly HtmlElement[]): DisplayedRecord[] =>
  parts.filter(isWide).flatMap(part => {
    const grid = readGrid(part)
    return [...grid.columns].flatMap(([bureau, column]): DisplayedRecord[] => {
      const values = new Map(
        grid.labels.flatMap(({ row, label }) => {
          const field = Object.hasOwn(recordLabels, label) ? recordLabels[label] : undefined
          const cell = grid.cellAt(row, column)
          const text = cell === undefined ? null : shownValue(textOf(cell))
          return field === undefined || text === null ? [] : [[field, text] as const]
        }),
      )
      return values.size === 0 ? [] : [{ bureau, kind: kindOf(grid), values }]
    })
  })

const scoresIn = (view: HtmlElement): ReadonlyMap<Bureau, string> =>
  new Map(
    findAll(view, ({ tag }) => tag === 'dl').flatMap(list => {
      const [heading, score] = elementsOf(list)
      const bureau = heading === undefined ? null : bureauOfClass(heading, 'bg-')
      return bureau === null || score === undefined ? [] : [[bureau, textOf(score)] as const]
    }),
  )

const frozenIn = (view: HtmlElement): ReadonlySet<Bureau> => {
  const notices = findAll(view, one => hasClass(one, 'text-red-600')).filter(one =>
    /SECURITY FREEZE/.test(textOf(one)),
  )
  const named = notices.flatMap(notice => findAll(notice, ({ tag }) => tag === 'li').map(textOf))
  return new Set(named.flatMap(name => parseBureau(name) ?? []))
}

/** "Consumer Statement" has a line per bureau: its name, followed by the person's statement. */
const statementsIn = (view: HtmlElement): ReadonlyMap<Bureau, string> =>
  new Map(
    findAll(view, element => elementsOf(element).some(one => hasClass(one, 'flex-25'))).flatMap(row => {
      const [name, said] = elementsOf(row)
      const [heading] = name === undefined ? [] : findAll(name, one => bureauOfClass(one, 'text-') !== null)
      const bureau = heading === undefined ? null : bureauOfClass(heading, 'text-')
      const text = said === undefined ? '' : textOf(said)
      return bureau === null || text === '' || /^none reported$/i.test(text) ? [] : [[bureau, text] as const]
    }),
  )

const shownLines = (cell: HtmlElement | undefined): string[] =>
  cell === undefined ? [] : linesOf(cell).filter(line => shownValue(line) !== null)

const addressesIn = (cell: HtmlElement | undefined) =>
  cell === undefined || shownValue(textOf(cell)) === null ? [] : paragraphsOf(cell).map(readAddress)

/** `isWhole`: the file contains the end of the page. */
export const readSmartCredit = (page: HtmlElement, isWhole: boolean): Reading => {
  const view = findAll(page, isView)[0] ?? page
  const sections = sectionsOf(view)
  const partsOf = (title: string) => sections.find(section => section.title === title)?.parts ?? []
  const personal = gridIn(partsOf('personal information'))
  const summary = gridIn(partsOf('summary'))
  const accounts = blocksOf(partsOf('account history')).map(readAccount)
  const [scores, frozen, statements] = [scoresIn(view), frozenIn(view), statementsIn(view)]
  const isVantage3 = /Vantage ?Score® 3\.0/.test(
    textOf(findAll(view, element => hasClass(element, 'credit-score-3'))[0] ?? view).slice(0, 5000),
  )
  const files = bureaus.map((bureau): DisplayedFile => {
    const cellOf = (label: string) => (personal === null ? undefined : findCell(personal, label, bureau))
    const countOf = (label: string) => {
      const cell = summary === null ? undefined : findCell(summary, label, bureau)
      return cell === undefined ? null : parseCount(textOf(cell))
    }
    const [name, ...aliases] = shownLines(cellOf('name also known as'))
    const date = shownLines(cellOf('credit report date'))[0] ?? null
    const score = scores.get(bureau) ?? ''
    const hasScore = /^\d+$/.test(score) || (score !== '' && name !== undefined)
    return {
      bureau,
      date,
      names: name === undefined ? [] : [name],
      aliases,
      birth: shownLines(cellOf('date of birth'))[0] ?? null,
      addresses: addressesIn(cellOf('current address')),
      previousAddresses: addressesIn(cellOf('previous address')),
      employers: shownLines(cellOf('employer')).filter(line => !/^date updated:/i.test(line)),
      statements: [statements.get(bureau) ?? null].flatMap(said => said ?? []),
      isFrozen: frozen.has(bureau),
      score: hasScore ? { score, model: isVantage3 ? 'VantageScore 3.0' : null, date, factors: [] } : null,
      stated: {
        accounts: countOf('total accounts'),
        inquiries: countOf('inquiries (2 years)'),
        publicRecords: countOf('public records'),
      },
    }
  })
  const readAt = (bureau: Bureau) =>
    accounts.flatMap(({ account }) => account.trades).filter(trade => trade.bureau === bureau).length
  return readDisplayed(
    {
      reference: null,
      date: null,
      files,
      accounts: accounts.map(({ account }) => account),
      isGrouped: true,
      inquiries: readInquiries(partsOf('inquiries')),
      records: readRecords(partsOf('public information')),
      contacts: readContacts(partsOf('creditor contacts')),
      sections: listWholeSections(sections, isWhole),
      doubts: [...accounts.flatMap(({ doubts }) => doubts), ...listCutOff(sections, isWhole)],
      // The page shows only the first of several accounts of one bureau in a group.
      warnings: files.flatMap(({ bureau, stated }) =>
        createCountedWarnings(bureau, [['hidden_tradelines', (stated.accounts ?? 0) - readAt(bureau)]]),
      ),
    },
    'smartcredit-html',
  )
}
