import type { PersonalInfo, ReportedAddress } from '../../canonical.ts'
import { distinct } from '../distinct.ts'
import {
  parseDate,
  parseFreeText,
  parseLastFour,
  parseMonthFirstDate,
  parsePhone,
  parsePostal,
  parseText,
} from '../fields.ts'
import { addressOrNull } from '../filled-address.ts'
import type { TreeNode } from '../json.ts'
import { isNode } from '../json.ts'
import { listAt, partAt, rawAt } from '../json-folded.ts'
import { formatStreet } from '../street.ts'

/** Who a person is in an Experian Credit Profile. */

/** Generation codes; a digit is the generation. */
const generations: Readonly<Record<string, string>> = { J: 'JR', S: 'SR', '2': 'II', '3': 'III', '4': 'IV' }

const nameOf = (node: TreeNode): string | null => {
  const generation = parseText(rawAt(node, 'generationCode'))
  const parts = ['firstName', 'middleName', 'surname', 'secondSurname'].map(key => rawAt(node, key) ?? '')
  return parseFreeText(
    [...parts, generation === null ? '' : (generations[generation] ?? generation)].join(' '),
  )
}

const birthOf = (profile: TreeNode): string | null => {
  const dob = partAt(profile, 'consumerIdentity', 'dob')
  if (!isNode(dob)) return parseMonthFirstDate(rawAt(profile, 'consumerIdentity', 'dob'))
  const part = (key: string) => rawAt(dob, key) || '0'
  return parseDate(`${part('year')}-${part('month')}-${part('day')}`)
}

const addressOf = (node: TreeNode): ReportedAddress[] => {
  const part = (key: string) => rawAt(node, key)
  const unit = parseText(`${part('unitType') ?? ''} ${part('unitId') ?? ''}`)
  const address = addressOrNull({
    street: formatStreet({
      number: part('streetPrefix'),
      before: part('preDirection'),
      name: part('streetName'),
      type: part('streetSuffix'),
      after: part('postDirection'),
      unit,
    }),
    city: parseText(part('city')),
    state: parseText(part('state') || part('stateCode')),
    postal: parsePostal(part('zipCode')),
  })
  if (address === null) return []
  const reported =
    parseMonthFirstDate(part('lastUpdatedDate')) ?? parseMonthFirstDate(part('firstReportedDate'))
  return [{ ...address, reported }]
}

/** Bare texts in the place of objects, such as a list of telephone numbers. */
const textsAt = (profile: TreeNode, path: readonly string[], keys: readonly string[]): string[] => {
  const part = partAt(profile, ...path)
  const list = Array.isArray(part) ? part : [part]
  return list.flatMap(one =>
    typeof one === 'string' ? one : (keys.map(key => rawAt(one ?? null, key)).find(Boolean) ?? []),
  )
}

/** The person of a profile. The address updated last is the current one; a name of type N is the person's, of type A an alias. */
export const readExperianPerson = (profile: TreeNode): PersonalInfo => {
  const names = listAt(profile, 'consumerIdentity', 'name')
  const typeOf = (node: TreeNode) => parseText(rawAt(node, 'type'))?.toUpperCase()
  const primary =
    names.find(node => typeOf(node) === 'N') ?? names.find(node => typeOf(node) !== 'A') ?? names[0]
  const name = primary === undefined ? null : nameOf(primary)
  const [current, ...previous] = listAt(profile, 'addressInformation')
    .flatMap(addressOf)
    .toSorted((a, b) => (b.reported ?? '').localeCompare(a.reported ?? ''))
  return {
    bureau: 'Experian',
    name,
    aliases: distinct(names.filter(one => one !== primary).map(nameOf)).filter(alias => alias !== name),
    dob: birthOf(profile),
    ssnLastFour: textsAt(profile, ['ssn'], ['number']).map(parseLastFour).find(Boolean) ?? null,
    currentAddress: current ?? null,
    previousAddresses: previous,
    employers: distinct(
      listAt(profile, 'employmentInformation').map(node => parseFreeText(rawAt(node, 'name'))),
    ),
    phones: distinct(textsAt(profile, ['consumerIdentity', 'phone'], ['number']).map(parsePhone)),
    consumerStatements: distinct(
      textsAt(profile, ['statement'], ['statementText', 'messageText', 'text']).map(parseFreeText),
    ),
  }
}
