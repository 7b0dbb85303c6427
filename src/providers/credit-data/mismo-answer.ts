import { SaxesParser } from 'saxes'

/**
 * What the envelope of an answer to a MISMO order says. The report inside is read later, by its reader in a thread
 * of its own; here only the texts at known places are kept, and no document type is accepted.
 */
export type MismoAnswer = {
  /** The code of the order's status: New, Processing, Pending, Completed, Error. */
  status: string | null
  order: string | null
  /** Why the request itself was refused, as a code. */
  requestError: string | null
  /** How each bureau answered, `FileReturned` or why not. */
  files: string[]
}

const MOST_DEPTH = 100
const MOST_TEXT = 200

class NotAnAnswer extends Error {}

const local = (name: string) => name.slice(name.indexOf(':') + 1)

/** Null when the text is no well-formed MISMO message. */
export const readMismoAnswer = (text: string): MismoAnswer | null => {
  const parser = new SaxesParser({ xmlns: false, position: false })
  const answer: MismoAnswer = { status: null, order: null, requestError: null, files: [] }
  const open: string[] = []
  let own = ''
  parser.on('doctype', () => {
    throw new NotAnAnswer()
  })
  parser.on('error', () => {
    throw new NotAnAnswer()
  })
  parser.on('opentag', ({ name }) => {
    if (open.push(local(name)) > MOST_DEPTH || open[0] !== 'MESSAGE') throw new NotAnAnswer()
    own = ''
  })
  const add = (piece: string) => {
    if (own.length < MOST_TEXT) own += piece.slice(0, MOST_TEXT)
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', () => {
    const at = open.slice(-4).join('/')
    const value = own.trim()
    own = ''
    open.pop()
    if (value === '') return
    if (at === 'SERVICE/STATUSES/STATUS/StatusCode') answer.status ??= value
    else if (at.endsWith('/SERVICE_PRODUCT_FULFILLMENT_DETAIL/VendorOrderIdentifier')) answer.order ??= value
    else if (at.endsWith('/CREDIT_FILE/CREDIT_FILE_DETAIL/CreditFileResultStatusType'))
      answer.files.push(value)
    else if (at.endsWith('/ERROR_MESSAGES/ERROR_MESSAGE/ErrorMessageCategoryCode'))
      answer.requestError ??= value
    else if (at.endsWith('/ERROR_MESSAGES/ERROR_MESSAGE/ErrorMessageText')) answer.requestError ??= 'Other'
  })
  try {
    parser.write(text).close()
  } catch (error) {
    if (error instanceof NotAnAnswer) return null
    throw error
  }
  return answer
}
