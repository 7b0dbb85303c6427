import { type Bureau, bureaus } from '#values/bureau.ts'
import { parseBureau } from '../codes.ts'
import { parseFlag, parseScore, parseText } from '../fields.ts'
import { freezeNotice } from '../reading.ts'
import { elementOf, leafOf, type XmlNode } from '../xml.ts'
import { errorNames, listAlertNotices } from './mismo-2-names.ts'
import { partyElement } from './mismo-2-rows.ts'
import { commentElements, findParts, type Part, partValue, toLeaves } from './mismo-2-tree.ts'

/** Converts MISMO 2 CREDIT_FILE to MISMO 3, and finds bureaus that responded without one. */

export const errorElements = (part: Part): XmlNode =>
  elementOf(
    'CREDIT_ERROR_MESSAGES',
    findParts(part, 'CREDIT_ERROR_MESSAGE').map(one =>
      elementOf('CREDIT_ERROR_MESSAGE', toLeaves(one, errorNames)),
    ),
  )

const bureauOfPart = (part: Part): Bureau | null =>
  parseBureau(parseText(partValue(part, 'CreditRepositorySourceType', 'SourceType')))

/** The bureaus with the flag in Array's CREDIT_FROZEN_STATUS set. */
const frozenBureaus = (response: Part): Bureau[] => {
  const flags = findParts(response, 'CREDIT_FROZEN_STATUS')
  return bureaus.filter(bureau => flags.some(one => parseFlag(partValue(one, `${bureau}Indicator`)) === true))
}

const alertsOf = (file: Part): string[] =>
  listAlertNotices(findParts(file, 'ALERT_MESSAGE').flatMap(alert => partValue(alert, 'CategoryType') ?? []))

/**
 * Statements about a whole file that are stored next to the files. Each belongs to its bureau, if that
 * returned exactly one file; in a joint report the owner would be uncertain.
 */
const statementsBeside = (response: Part, files: readonly Part[]): ReadonlyMap<Part, Part[]> => {
  const comments = findParts(response, 'CREDIT_COMMENT').filter(
    one => partValue(one, 'Type') === 'ConsumerStatement',
  )
  const only = bureaus.flatMap(bureau => {
    const own = files.filter(file => bureauOfPart(file) === bureau)
    return own.length === 1 ? own : []
  })
  return new Map(
    only.map(file => [file, comments.filter(one => bureauOfPart(one) === bureauOfPart(file))] as const),
  )
}

/** What is known about a file from outside it: the bureau's freeze flag, its rows, its statements. */
type Beside = { frozen: boolean; hasRows: boolean; statements: readonly Part[] }

const fileElement = (file: Part, { frozen, hasRows, statements }: Beside): XmlNode => {
  const people = findParts(file, 'BORROWER')
  const isGiven = people.length > 0 || hasRows
  const result = partValue(file, 'ResultStatusType') ?? (isGiven ? 'FileReturned' : null)
  const isReturned = result === 'FileReturned'
  const notices = [...(frozen ? [freezeNotice] : []), ...alertsOf(file)]
  const id = partValue(file, 'CreditFileID')
  return elementOf(
    'CREDIT_FILE',
    [
      elementOf('CREDIT_FILE_DETAIL', [
        ...leafOf('CreditRepositorySourceType', partValue(file, 'CreditRepositorySourceType')),
        ...leafOf(
          'CreditFileResultStatusType',
          frozen && !isReturned ? 'NoFileReturnedCreditFreeze' : result,
        ),
      ]),
      ...notices.flatMap(notice => leafOf('CreditFileNotice', notice)),
      commentElements([...findParts(file, 'CREDIT_COMMENT'), ...statements]),
      errorElements(file),
      ...people.map(person => partyElement(person, null)),
    ],
    id === null ? null : fileLabel(id),
  )
}

/** The label that links rows to a file: ids of files, borrowers and rows may coincide. */
export const fileLabel = (id: string): string => `file ${id}`

const rowNames = ['CREDIT_LIABILITY', 'CREDIT_INQUIRY', 'CREDIT_PUBLIC_RECORD']

/** The rows of a response and its real scores, which a bureau returns only with a file. */
const givenBy = (response: Part): Part[] => [
  ...rowNames.flatMap(name => findParts(response, name)),
  ...findParts(response, 'CREDIT_SCORE').filter(score => parseScore(partValue(score, 'Value')) !== null),
]

const bureausOfRow = (row: Part): Bureau[] =>
  [row, ...findParts(row, 'CREDIT_REPOSITORY')].flatMap(part => bureauOfPart(part) ?? [])

/** The bureaus with rows of a person; rows without a person may be anyone's. */
const reportingBureaus = (rows: readonly Part[]): ((borrower: string | null) => ReadonlySet<Bureau>) => {
  const byBorrower = new Map<string | null, Set<Bureau>>()
  const everybody = new Set<Bureau>()
  for (const row of rows) {
    const borrower = partValue(row, 'BorrowerID')
    const own = byBorrower.get(borrower) ?? new Set()
    byBorrower.set(borrower, own)
    for (const bureau of bureausOfRow(row)) {
      own.add(bureau)
      everybody.add(bureau)
    }
  }
  return borrower =>
    borrower === null
      ? everybody
      : new Set([...(byBorrower.get(borrower) ?? []), ...(byBorrower.get(null) ?? [])])
}

/** The bureau of a response with only one, when its rows do not state it; null when there are several. */
const onlyBureauAsked = (response: Part): Bureau | null => {
  const [included] = findParts(response, 'CREDIT_REPOSITORY_INCLUDED')
  const requested = bureaus.filter(bureau => parseFlag(partValue(included, `${bureau}Indicator`)) === true)
  const hasRows = rowNames.some(name => findParts(response, name).length > 0)
  return requested.length === 1 && hasRows ? (requested[0] ?? null) : null
}

/** A file the sender does not list: returned if it has rows, otherwise frozen. */
const unlistedFile = (bureau: Bureau, isReturned: boolean, frozen: boolean): XmlNode =>
  elementOf('CREDIT_FILE', [
    elementOf('CREDIT_FILE_DETAIL', [
      ...leafOf('CreditRepositorySourceType', bureau),
      ...leafOf('CreditFileResultStatusType', isReturned ? 'FileReturned' : 'NoFileReturnedCreditFreeze'),
    ]),
    ...leafOf('CreditFileNotice', frozen ? freezeNotice : null),
  ])

/** Every listed file in order, then those of unlisted bureaus. */
export const fileElements = (response: Part): XmlNode[] => {
  const files = findParts(response, 'CREDIT_FILE')
  const statements = statementsBeside(response, files)
  const frozen = frozenBureaus(response)
  const listed = new Set(files.map(bureauOfPart))
  const reporting = reportingBureaus(givenBy(response))
  const named = reporting(null)
  const only = files.length === 0 && named.size === 0 ? onlyBureauAsked(response) : null
  const unlisted = bureaus
    .filter(bureau => !listed.has(bureau))
    .map(bureau => ({
      bureau,
      isReturned: named.has(bureau) || bureau === only,
      isFrozen: frozen.includes(bureau),
    }))
  return [
    ...files.map(file => {
      const bureau = bureauOfPart(file)
      return fileElement(file, {
        frozen: frozen.some(one => one === bureau),
        hasRows: bureau !== null && reporting(partValue(file, 'BorrowerID')).has(bureau),
        statements: statements.get(file) ?? [],
      })
    }),
    ...unlisted
      .filter(one => one.isReturned || one.isFrozen)
      .map(one => unlistedFile(one.bureau, one.isReturned, one.isFrozen)),
  ]
}
