import { type Bureau, bureaus } from '#values/bureau.ts'
import { bureauOf } from './codes.ts'
import { flagOf, textOf } from './fields.ts'
import { alertNotices, errorNames } from './mismo-2-names.ts'
import { commentElements, leavesOf } from './mismo-2-parts.ts'
import { partyElement } from './mismo-2-people.ts'
import { type Part, partsOf, valueOf } from './mismo-2-tree.ts'
import { elementOf, leafOf, type XmlNode } from './xml.ts'

/** MISMO 2 CREDIT_FILE as the MISMO 3 element, and the bureaus that answered without one. */

/** The sender's error messages about a response or a file. */
export const errorElements = (part: Part): XmlNode =>
  elementOf(
    'CREDIT_ERROR_MESSAGES',
    partsOf(part, 'CREDIT_ERROR_MESSAGE').map(one =>
      elementOf('CREDIT_ERROR_MESSAGE', leavesOf(one, errorNames)),
    ),
  )

const bureauOfPart = (part: Part): Bureau | null =>
  bureauOf(textOf(valueOf(part, 'CreditRepositorySourceType', 'SourceType')))

const freezeNotice = 'A security freeze is in place.'

/** The bureaus whose flag of Array's CREDIT_FROZEN_STATUS is set. */
const frozenBureaus = (response: Part): Bureau[] => {
  const flags = partsOf(response, 'CREDIT_FROZEN_STATUS')
  return bureaus.filter(bureau => flags.some(one => flagOf(valueOf(one, `${bureau}Indicator`)) === true))
}

const alertsOf = (file: Part): string[] => {
  const categories = partsOf(file, 'ALERT_MESSAGE').flatMap(alert => valueOf(alert, 'CategoryType') ?? [])
  return [...new Set(categories)].flatMap(category =>
    Object.hasOwn(alertNotices, category) ? (alertNotices[category] ?? []) : [],
  )
}

/**
 * Consumers' statements about a whole file that stand beside the files: each is its bureau's, if that has returned one
 * file. In a joint report it would be nobody's for sure.
 */
const statementsBeside = (response: Part, files: readonly Part[]): ReadonlyMap<Part, Part[]> => {
  const comments = partsOf(response, 'CREDIT_COMMENT').filter(
    one => valueOf(one, 'Type') === 'ConsumerStatement',
  )
  const only = bureaus.flatMap(bureau => {
    const own = files.filter(file => bureauOfPart(file) === bureau)
    return own.length === 1 ? own : []
  })
  return new Map(
    only.map(file => [file, comments.filter(one => bureauOfPart(one) === bureauOfPart(file))] as const),
  )
}

const fileElement = (file: Part, frozen: boolean, statements: readonly Part[]): XmlNode => {
  const result = valueOf(file, 'ResultStatusType')
  const people = partsOf(file, 'BORROWER')
  const isReturned = result === 'FileReturned' || (result === null && people.length > 0)
  const notices = [...(frozen ? [freezeNotice] : []), ...alertsOf(file)]
  const id = valueOf(file, 'CreditFileID')
  return elementOf(
    'CREDIT_FILE',
    [
      elementOf('CREDIT_FILE_DETAIL', [
        ...leafOf('CreditRepositorySourceType', valueOf(file, 'CreditRepositorySourceType')),
        ...leafOf(
          'CreditFileResultStatusType',
          frozen && !isReturned ? 'NoFileReturnedCreditFreeze' : result,
        ),
      ]),
      ...notices.flatMap(notice => leafOf('CreditFileNotice', notice)),
      commentElements([...partsOf(file, 'CREDIT_COMMENT'), ...statements]),
      errorElements(file),
      ...people.map(person => partyElement(person, null)),
    ],
    id === null ? null : fileLabel(id),
  )
}

/** How rows are linked to a file: ids of files, borrowers and rows may be alike. */
export const fileLabel = (id: string): string => `file ${id}`

const rowNames = ['CREDIT_LIABILITY', 'CREDIT_INQUIRY', 'CREDIT_PUBLIC_RECORD']

/** The bureaus that rows name. */
const reportingBureaus = (response: Part): Bureau[] =>
  rowNames
    .flatMap(name => partsOf(response, name))
    .flatMap(row => [row, ...partsOf(row, 'CREDIT_REPOSITORY')])
    .flatMap(part => bureauOfPart(part) ?? [])

/** The one bureau that was asked, when no row says whose it is; null when several were. */
const onlyBureauAsked = (response: Part): Bureau | null => {
  const [included] = partsOf(response, 'CREDIT_REPOSITORY_INCLUDED')
  const asked = bureaus.filter(bureau => flagOf(valueOf(included, `${bureau}Indicator`)) === true)
  const hasRows = rowNames.some(name => partsOf(response, name).length > 0)
  return asked.length === 1 && hasRows ? (asked[0] ?? null) : null
}

/** The file of a bureau that the sender does not list: returned, since rows of it are here, or else frozen. */
const unlistedFile = (bureau: Bureau, isReturned: boolean, frozen: boolean): XmlNode =>
  elementOf('CREDIT_FILE', [
    elementOf('CREDIT_FILE_DETAIL', [
      ...leafOf('CreditRepositorySourceType', bureau),
      ...leafOf('CreditFileResultStatusType', isReturned ? 'FileReturned' : 'NoFileReturnedCreditFreeze'),
    ]),
    ...leafOf('CreditFileNotice', frozen ? freezeNotice : null),
  ])

/** Every file of a response, in the sender's order; then those of bureaus that it does not list. */
export const fileElements = (response: Part): XmlNode[] => {
  const files = partsOf(response, 'CREDIT_FILE')
  const statements = statementsBeside(response, files)
  const frozen = frozenBureaus(response)
  const listed = new Set(files.map(bureauOfPart))
  const named = new Set(reportingBureaus(response))
  const only = files.length === 0 && named.size === 0 ? onlyBureauAsked(response) : null
  const unlisted = bureaus
    .filter(bureau => !listed.has(bureau))
    .map(bureau => ({
      bureau,
      isReturned: named.has(bureau) || bureau === only,
      isFrozen: frozen.includes(bureau),
    }))
  return [
    ...files.map(file =>
      fileElement(
        file,
        frozen.some(bureau => bureau === bureauOfPart(file)),
        statements.get(file) ?? [],
      ),
    ),
    ...unlisted
      .filter(one => one.isReturned || one.isFrozen)
      .map(one => unlistedFile(one.bureau, one.isReturned, one.isFrozen)),
  ]
}
