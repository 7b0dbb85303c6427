/** What may be uploaded: the screen and the server apply the same rules in the same order. */

/** Largest file, in bytes. */
export const MAX_FILE_BYTES = 2_097_152

/** File extensions that the server accepts. */
export const ACCEPTS = '.jpg,.jpeg'

/** File extensions that a file picker offers: the page converts the others to JPEG. */
export const PICKED = `${ACCEPTS},.png,.heic,.heif,.pdf`

export const uploadErrors = {
  name: 'Please enter a document name',
  size: 'File size must be less than 2MB',
  type: 'Only JPEG files are supported',
} as const

/**
 * Bureaus ask for proper identification (15 USC 1681c-1(i), 1681h(a)(1)): their dispute forms name a copy of a government
 * ID and of a recent utility bill or bank statement. Blocking items of identity theft needs an identity theft report (15
 * USC 1681c-2(a)(2)). A bureau's reply is evidence in a later dispute.
 */
export const documentKinds = [
  'government_id',
  'proof_of_address',
  'identity_theft_report',
  'bureau_reply',
  'other',
] as const
export type DocumentKind = (typeof documentKinds)[number]

const NAME_CHARACTERS = 120

/** Control characters, and those that reorder or hide the text around them. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u

/** A visible character: no whitespace, no default-ignorable code point, no empty Braille cell. */
const seen = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u

/** A name as it is stored: composed (NFC) and trimmed. */
export const normalizeDocumentName = (typed: string): string => typed.normalize('NFC').trim()

export const isBlankName = (name: string): boolean => !seen.test(name)

/** The error of a typed name, or null. */
export const validateDocumentName = (typed: string): string | null => {
  const name = normalizeDocumentName(typed)
  if (isBlankName(name)) return uploadErrors.name
  if (hidden.test(name)) return 'Remove invisible characters from the document name'
  return [...name].length > NAME_CHARACTERS ? `Use at most ${NAME_CHARACTERS} characters` : null
}

/** The name of one of several pages from the same file. */
export const pageName = (name: string, at: number, of: number): string =>
  of === 1 ? name : `${name}, page ${at + 1} of ${of}`

/** The name of the file a page is from: two documents with the same one belong together. */
export const nameWithoutPage = (name: string): string => name.replace(/, page \d+ of \d+$/, '')

/** Whether a declared media type may be uploaded. The bytes are checked separately. */
export const isJpegType = (declared: string): boolean => /^image\/jpe?g$/i.test(declared.trim())

/** The error of a file by its declared size and type, in this order, or null. */
export const validateFile = ({ size, type }: { size: number; type: string }): string | null => {
  if (size > MAX_FILE_BYTES) return uploadErrors.size
  return isJpegType(type) ? null : uploadErrors.type
}

/** Per user. */
const quota = { files: 200, bytes: 200 * 1024 * 1024 }

/** Number of files and their total bytes. */
export type StorageUse = { files: number; bytes: number }

const fits = (most: StorageUse, { files, bytes }: StorageUse) => files <= most.files && bytes <= most.bytes

/**
 * Whether more files fit. Deleted ones that can be restored do not count, but the total is limited to twice the quota, so
 * that deleting does not allow storing more.
 */
export const isWithinQuota = (
  { kept, deleted }: { kept: StorageUse; deleted: StorageUse },
  more: StorageUse,
): boolean => {
  const after = { files: kept.files + more.files, bytes: kept.bytes + more.bytes }
  const all = { files: after.files + deleted.files, bytes: after.bytes + deleted.bytes }
  return fits(quota, after) && fits({ files: 2 * quota.files, bytes: 2 * quota.bytes }, all)
}

const EXTENSION = '.jpg'

/** Longest file name of common file systems, in bytes of UTF-8. */
const FILE_NAME_BYTES = 255

const utf8Length = (character: string): number => {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}

/** The longest prefix that fits into that many bytes. */
const within = (most: number, text: string): string => {
  let left = most
  return [...text].filter(character => (left -= utf8Length(character)) >= 0).join('')
}

/** A document's name as a file name: neither hidden nor a path, and no longer than file systems allow. */
export const downloadFileName = (documentName: string): string => {
  const plain = documentName.replace(/(?<=.)\.jpe?g$/i, '').replaceAll(/^\.|[\\/:*?"<>|]/g, '-')
  return within(FILE_NAME_BYTES - EXTENSION.length, plain) + EXTENSION
}
