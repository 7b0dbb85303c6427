import { z } from 'zod'
import { isConfidential } from '#providers/confidential-url.ts'

/** What several variables of the environment must be. */

/** An address of which nobody on the way reads what is sent there. */
export const ConfidentialUrl = z
  .string()
  .refine(
    url => URL.canParse(url) && isConfidential(new URL(url)),
    'must be an https address, or http on this machine, without a user or password in it',
  )

/** A key or a name that goes into a header as it is. */
export const VisibleText = z.string().regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces')
