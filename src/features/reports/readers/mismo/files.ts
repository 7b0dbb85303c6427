import { type Bureau, sortBureaus } from '#values/bureau.ts'
import type { FileStatus, PersonalInfo, ReportedAddress } from '../../canonical.ts'
import { addressOrNull } from '../address.ts'
import { parseBureau } from '../codes.ts'
import { distinct, parseDate, parseFreeText, parsePhone, parsePostal, parseText } from '../fields.ts'
import { parseFileStatus } from '../reading.ts'
import { at, below, child, every, type XmlNode } from '../xml.ts'
import { readBirthDate, readName, readSsnLastFour } from './people.ts'

/** MISMO 3 CREDIT_FILE: the bureau's result and the person in its file. */

/** The bureau of a file; null for a reseller's own ("MANUALLY EDITED ELEMENTS"). */
export const readFileBureau = (file: XmlNode): Bureau | null =>
  parseBureau(parseText(below(child(file, 'CREDIT_FILE_DETAIL'), 'CreditRepositorySourceType')))

const statusOf = (type: string | null, text: string): FileStatus['status'] => {
  if (type === 'FileReturned') return 'hit'
  if (type === 'NoFileReturnedNoHit') return 'noHit'
  if (type === 'NoFileReturnedThinFile') return 'thin'
  return type === 'NoFileReturnedCreditFreeze' ? 'frozen' : (parseFileStatus(text) ?? 'error')
}

type Message = { bureau: Bureau | null; text: string }

const messagesOf = (node: XmlNode): Message[] =>
  every(child(node, 'CREDIT_ERROR_MESSAGES'), 'CREDIT_ERROR_MESSAGE').flatMap(message => {
    const text = parseFreeText(below(message, 'CreditErrorMessageText'))
    return text === null
      ? []
      : [{ bureau: parseBureau(parseText(below(message, 'CreditErrorMessageSourceType'))), text }]
  })

/** The sender's error messages about the whole response, as one text. */
export const responseMessages = (response: XmlNode): string | null =>
  messagesOf(response)
    .map(message => message.text)
    .join('; ') || null

/** Notices of a returned file in addition to its data: a freeze, a fraud alert. */
const noticesOf = (file: XmlNode): string | null =>
  every(file, 'CreditFileNotice')
    .map(node => node.text)
    .join(' ') || null

/** A file's status. A freeze often comes as an error that only its text identifies. */
const readStatus = (file: XmlNode, bureau: Bureau, general: readonly Message[]): FileStatus => {
  const type = parseText(below(child(file, 'CREDIT_FILE_DETAIL'), 'CreditFileResultStatusType'))
  const messages = [...messagesOf(file), ...general.filter(message => message.bureau === bureau)]
  const texts = messages.map(message => message.text)
  const status = type === null && every(file, 'PARTY').length > 0 ? 'hit' : statusOf(type, texts.join('; '))
  return { bureau, status, text: status === 'hit' ? noticesOf(file) : (texts[0] ?? null) }
}

/** More than any sender writes; limits the work a hostile file can cause. */
const mostMessages = 50

/** One status per bureau; in a joint or repeated file, returned takes precedence over not returned. */
export const readFileStatuses = (files: readonly XmlNode[], response: XmlNode): FileStatus[] => {
  const general = messagesOf(response).slice(0, mostMessages)
  const all = files.flatMap(file => {
    const bureau = readFileBureau(file)
    return bureau === null ? [] : [readStatus(file, bureau, general)]
  })
  return sortBureaus(all.map(one => one.bureau)).flatMap(bureau => {
    const own = all.filter(one => one.bureau === bureau)
    return own.find(one => one.status === 'hit') ?? own[0] ?? []
  })
}

export const readAddress = (node: XmlNode | undefined) => {
  const line = (name: string) => child(node, name)?.text ?? ''
  return addressOrNull({
    street: parseText(`${line('AddressLineText')} ${line('AddressAdditionalLineText')}`),
    city: parseText(line('CityName')),
    state: parseText(line('StateCode')),
    postal: parsePostal(line('PostalCode')),
  })
}

type Residence = { address: ReportedAddress; isPrior: boolean }

/** Residences with an address; some senders report only dates. */
const residencesOf = (party: XmlNode): Residence[] =>
  every(party, 'RESIDENCE').flatMap(node => {
    const address = readAddress(child(node, 'ADDRESS'))
    if (address === null) return []
    const reported = parseDate(
      below(node, 'BorrowerResidencyReportedDate') ?? below(node, 'BorrowerResidencyStartDate'),
    )
    return [{ address: { ...address, reported }, isPrior: below(node, 'BorrowerResidencyType') === 'Prior' }]
  })

const statementsOf = (file: XmlNode): string[] =>
  every(child(file, 'CREDIT_COMMENTS'), 'CREDIT_COMMENT')
    .filter(comment => below(comment, 'CreditCommentType') === 'ConsumerStatement')
    .flatMap(comment => parseFreeText(below(comment, 'CreditCommentText')) ?? [])

/** The person as one bureau reports them, combining several files of that bureau. */
export const readPersonal = (bureau: Bureau, files: readonly XmlNode[]): PersonalInfo => {
  const parties = files.flatMap(file => every(file, 'PARTY'))
  const names = distinct(parties.map(party => readName(at(party, 'INDIVIDUAL', 'NAME'))))
  const aliases = parties
    .flatMap(party => every(at(party, 'INDIVIDUAL', 'ALIASES'), 'ALIAS'))
    .map(alias => readName(child(alias, 'NAME')))
  const residences = parties.flatMap(residencesOf)
  const current = residences.find(one => !one.isPrior)
  const [name = null, ...otherNames] = names
  return {
    bureau,
    name,
    aliases: distinct([...otherNames, ...aliases]).filter(alias => alias !== name),
    dob: parties.map(readBirthDate).find(Boolean) ?? null,
    ssnLastFour: parties.map(readSsnLastFour).find(Boolean) ?? null,
    currentAddress: current?.address ?? null,
    previousAddresses: residences.filter(one => one !== current).map(one => one.address),
    employers: distinct(
      parties.flatMap(party => every(party, 'EMPLOYER')).map(node => parseFreeText(below(node, 'FullName'))),
    ),
    phones: distinct(
      parties
        .flatMap(party => every(party, 'CONTACT_POINT_TELEPHONE'))
        .map(node => parsePhone(below(node, 'ContactPointTelephoneValue'))),
    ),
    consumerStatements: distinct(files.flatMap(statementsOf)),
  }
}
