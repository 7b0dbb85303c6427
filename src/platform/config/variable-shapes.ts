import { z } from 'zod'
import { isConfidential } from '#providers/confidential-url.ts'

/** Shapes that several variables share. */

/** An address whose traffic nobody on the way can read. */
export const ConfidentialUrl = z
  .string()
  .refine(
    url => URL.canParse(url) && isConfidential(new URL(url)),
    'must be an https address, or http on this machine, without a user or password in it',
  )

/** A key or a name that goes into a header unchanged. */
export const VisibleText = z.string().regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces')
