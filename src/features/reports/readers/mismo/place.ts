import { type Bureau, sortBureaus } from '#values/bureau.ts'
import { parseBureau } from '../codes.ts'
import { parseText } from '../fields.ts'
import { below, every, type XmlNode } from '../xml.ts'
import { readFileBureau } from './files.ts'
import { findLinked, type Links, readLabel } from './links.ts'

/** Which bureaus a MISMO row belongs to (docs/report-model.md, "Merged rows"). */

export type RowBureau = {
  bureaus: readonly Bureau[]
  /** One set of values stands for several bureaus, or for some that are not named. */
  valuesShared: boolean
  bureausKnown: boolean
  subscriberCodes: ReadonlyMap<Bureau, string>
}

type Repositories = { named: Bureau[]; isMerged: boolean; codes: ReadonlyMap<Bureau, string> }

const repositoriesOf = (node: XmlNode): Repositories => {
  const codes = new Map<Bureau, string>()
  const named: Bureau[] = []
  const repositories = every(node, 'CREDIT_REPOSITORY')
  for (const repository of repositories) {
    const source = below(repository, 'CreditRepositorySourceType')
    const bureau =
      parseBureau(parseText(source)) ??
      parseBureau(parseText(below(repository, 'CreditRepositorySourceTypeOtherDescription')))
    if (bureau === null) continue
    named.push(bureau)
    const code = parseText(below(repository, 'CreditRepositorySubscriberCode'))
    if (code !== null) codes.set(bureau, code)
  }
  return { named: sortBureaus(named), isMerged: repositories.length > 0 && named.length === 0, codes }
}

/**
 * The bureaus of a row: those it names; else those of the files it is linked to, where a merged row does not say
 * which bureaus agreed; else the person's only file. `allFiles`: a joint row is often linked to one file, of either
 * person.
 */
export const createBureauResolver = (
  files: readonly XmlNode[],
  allFiles: readonly XmlNode[],
  links: Links,
): ((node: XmlNode) => RowBureau) => {
  const bureauByLabel = new Map(
    allFiles.flatMap(file => {
      const bureau = readFileBureau(file)
      return bureau === null ? [] : [[readLabel(file) ?? '', bureau] as const]
    }),
  )
  const filed = sortBureaus(files.flatMap(file => readFileBureau(file) ?? []))
  return node => {
    const { named, isMerged, codes } = repositoriesOf(node)
    if (named.length > 0) {
      return { bureaus: named, valuesShared: named.length > 1, bureausKnown: true, subscriberCodes: codes }
    }
    const linked = sortBureaus(findLinked(links(node), bureauByLabel))
    const bureaus = linked.length > 0 || filed.length !== 1 ? linked : filed
    const isUnsaid = isMerged || bureaus.length > 1
    return { bureaus, valuesShared: isUnsaid, bureausKnown: !isUnsaid, subscriberCodes: codes }
  }
}

/**
 * Of a joint report a row may name the bureaus of both people's files. At a bureau that returned none for the chosen
 * one it is the other's.
 */
export const atBureaus = (hits: readonly Bureau[], place: RowBureau): RowBureau => {
  const bureaus = place.bureaus.filter(bureau => hits.includes(bureau))
  return bureaus.length === 0 ? place : { ...place, bureaus }
}
