import type { LawPage } from './law-page.ts'
import { privacy } from './privacy.ts'
import { terms } from './terms.ts'
import { yourRights } from './your-rights.ts'

/** Every page of plain words about the law, by the last part of its address (`/legal/terms`). */
export const lawPages: Readonly<Record<string, LawPage>> = { terms, privacy, rights: yourRights }

/** The address of the statement that stands alone. */
export const statementPlace = 'credit-file-rights'
