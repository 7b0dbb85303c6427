import type { LegalPage } from './law-page.ts'
import { privacy } from './privacy.ts'
import { terms } from './terms.ts'
import { yourRights } from './your-rights.ts'

/** Every page of plain words about the law, by the last part of its address (`/legal/terms`). */
export const legalPages: Readonly<Record<string, LegalPage>> = { terms, privacy, rights: yourRights }

/** The address of the statement that stands alone. */
export const statementAnchor = 'credit-file-rights'
