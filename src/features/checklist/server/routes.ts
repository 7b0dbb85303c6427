import { eq, sql } from 'drizzle-orm'
import type { Handlers } from '#platform/http/handler.ts'
import { jsonExportFile, type PersonalDataSource } from '#platform/personal-data-source.ts'
import type { checklist } from '../contract.ts'
import { listSteps } from '../steps.ts'
import { type ChecklistDeps, loadFacts } from './facts.ts'
import { checklists } from './tables.ts'

const columnOf = { reviewed: 'reviewedAt', hidden: 'hiddenAt' } as const

export const checklistRoutes = (deps: ChecklistDeps): Handlers<typeof checklist> => {
  const read = async (userId: string, now: Date) => ({ steps: listSteps(await loadFacts(deps, userId, now)) })
  return {
    read: ({ principal, now }) => read(principal.userId, now),

    note: async ({ principal: { userId }, body: { event }, now }) => {
      const column = columnOf[event]
      await deps.db
        .insert(checklists)
        .values({ userId, [column]: now })
        .onConflictDoUpdate({
          target: checklists.userId,
          set: { [column]: sql`coalesce(${checklists[column]}, ${now.toISOString()}::timestamptz)` },
        })
      return read(userId, now)
    },
  }
}

/** Erased with the user. */
export const checklistPersonalData: PersonalDataSource = {
  name: 'checklist',
  exportFiles: async (db, _keyring, userId) => {
    const [noted] = await db.select().from(checklists).where(eq(checklists.userId, userId))
    return noted ? [jsonExportFile('checklist.json', noted)] : []
  },
}
