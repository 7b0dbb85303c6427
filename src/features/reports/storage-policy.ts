import { type StorageClass, type StoragePolicy, storageClasses } from '#providers/credit-data/port.ts'
import { type Bureau, bureaus } from '#values/bureau.ts'
import { listBureaus, type Report } from './canonical.ts'
import { selectParts } from './parts.ts'
import { createWarning } from './warnings.ts'

/** A received document: of one bureau, or of all bureaus that it covers (null). */
export type ReceivedDocument = { bureau: Bureau | null; bytes: Uint8Array; keep: StorageClass }

export const wholeDocument = (bytes: Uint8Array): ReceivedDocument[] => [
  { bureau: null, bytes, keep: 'document' },
]

const stricter = (...classes: readonly StorageClass[]): StorageClass =>
  classes.reduce((one, other) => (storageClasses.indexOf(other) > storageClasses.indexOf(one) ? other : one))

/** The class of each bureau, restricted by what the source stated with its documents. */
export const restrictPolicy = (
  policy: StoragePolicy,
  documents: readonly ReceivedDocument[],
): StoragePolicy => {
  const classOf = (bureau: Bureau) =>
    stricter(
      policy[bureau],
      ...documents.filter(one => one.bureau === null || one.bureau === bureau).map(({ keep }) => keep),
    )
  return {
    TransUnion: classOf('TransUnion'),
    Experian: classOf('Experian'),
    Equifax: classOf('Equifax'),
  }
}

/** A document that covers several bureaus is kept only when all three permit it. */
const mayKeep = (policy: StoragePolicy, { bureau, keep }: ReceivedDocument): boolean =>
  stricter(keep, ...(bureau === null ? bureaus.map(one => policy[one]) : [policy[bureau]])) === 'document'

/** The documents that may be stored. */
export const storableDocuments = (
  policy: StoragePolicy,
  documents: readonly ReceivedDocument[],
): ReceivedDocument[] => documents.filter(one => mayKeep(policy, one))

/** A report without what may not be stored, with a warning for each excluded bureau; null when nothing is left. */
export const storableReport = (policy: StoragePolicy, report: Report): Report | null => {
  const hidden = bureaus.filter(bureau => policy[bureau] === 'nothing')
  if (hidden.length === 0) return report
  const kept = selectParts(
    report,
    listBureaus(report).filter(bureau => !hidden.includes(bureau)),
  )
  const warnings = hidden.map(bureau => createWarning('not_stored', bureau))
  return kept && { ...kept, warnings: [...kept.warnings, ...warnings] }
}
