/** What may be uploaded. The screen and the server ask the same rules, in the same order. */

/** A file at most, in bytes. */
export const MAX_FILE_BYTES = 2_097_152

/** What a file picker offers. */
export const ACCEPTS = '.jpg,.jpeg'

export const uploadErrors = {
  name: 'Please enter a document name',
  size: 'File size must be less than 2MB',
  type: 'Only JPEG files are supported',
} as const

/**
 * What a document is. Bureaus ask for proper identification (15 USC 1681c-1(i), 1681h(a)(1)): by their own dispute forms a
 * copy of a government ID, and of a recent utility bill or bank statement. An identity theft report is what a block of
 * stolen items needs (15 USC 1681c-2(a)(2)). Their replies are evidence in a later round.
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

/** Control characters, and those that turn or hide text around them. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u

/** Something that is seen: no blank, none of the letters that Unicode has programs leave out, and no empty Braille cell. */
const seen = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u

/** A typed name as it is kept: composed (NFC), without blanks around it. */
export const normalizeDocumentName = (typed: string): string => typed.normalize('NFC').trim()

/** Whether nothing of a name can be seen. */
export const isBlankName = (name: string): boolean => !seen.test(name)

/** What is wrong with a typed name; null when nothing is. */
export const validateDocumentName = (typed: string): string | null => {
  const name = normalizeDocumentName(typed)
  if (isBlankName(name)) return uploadErrors.name
  if (hidden.test(name)) return 'Leave characters that cannot be seen out of the document name'
  return [...name].length > NAME_CHARACTERS ? `Use at most ${NAME_CHARACTERS} characters` : null
}

/** Whether a declared type is one that may be uploaded. What the bytes are is looked at beside it. */
export const isJpegType = (declared: string): boolean => /^image\/jpe?g$/i.test(declared.trim())

/** What is wrong with a file as its sender describes it, the size (bytes) before the type; null when nothing is. */
export const validateFile = ({ size, type }: { size: number; type: string }): string | null => {
  if (size > MAX_FILE_BYTES) return uploadErrors.size
  return isJpegType(type) ? null : uploadErrors.type
}

/** What a person may keep. */
const quota = { files: 200, bytes: 200 * 1024 * 1024 }

/** Files of a person: how many, and their bytes together. */
export type StorageUse = { files: number; bytes: number }

const holds = (most: StorageUse, { files, bytes }: StorageUse) => files <= most.files && bytes <= most.bytes

/**
 * Whether more files fit. Deleted ones that can still come back do not count, but together with them there is room for
 * twice as much at most: deleting is no way to store without end.
 */
export const isWithinQuota = (
  { kept, deleted }: { kept: StorageUse; deleted: StorageUse },
  more: StorageUse,
): boolean => {
  const after = { files: kept.files + more.files, bytes: kept.bytes + more.bytes }
  const all = { files: after.files + deleted.files, bytes: after.bytes + deleted.bytes }
  return holds(quota, after) && holds({ files: 2 * quota.files, bytes: 2 * quota.bytes }, all)
}

/** For how many days a deleted document can be brought back. */
export const UNDO_DAYS = 7

/** The ending by which other programs know what a file is. */
const ENDING = '.jpg'

/** As long as the name of a file can be on disks of today, in bytes of UTF-8. */
const FILE_NAME_BYTES = 255

const bytesOf = (character: string): number => {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}

/** As many of the first characters as fit. */
const within = (most: number, text: string): string => {
  let left = most
  return [...text].filter(character => (left -= bytesOf(character)) >= 0).join('')
}

/** The name under which a document is saved: its own as far as a disk takes it, neither hidden nor a path. */
export const downloadFileName = (documentName: string): string => {
  const plain = documentName.replace(/(?<=.)\.jpe?g$/i, '').replaceAll(/^\.|[\\/:*?"<>|]/g, '-')
  return within(FILE_NAME_BYTES - ENDING.length, plain) + ENDING
}
