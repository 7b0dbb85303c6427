import { asc, eq, inArray, lt } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '#api/errors.ts'
import { users } from '#features/identity/server/tables.ts'
import { type Cipher, encryptedJson, type Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { Disposal } from '#platform/jobs/disposal.ts'
import { jsonExportFile, type PersonalDataSource } from '#platform/personal-data-source.ts'
import type { ClientNote, ClientTask } from '../client-contract.ts'
import type { ResponsibleManager } from '../contract.ts'
import { readManagerNames, readResponsible } from './assignments.ts'
import { deleteInvitationOf } from './client-invitations.ts'
import { clientInvitations, clientNotes, clientTasks } from './tables.ts'

/** Notes and tasks of staff about a client, encrypted with the client's key. */

const Content = z.object({ text: z.string() })
const NoteContent = Content.extend({
  /** Earlier texts, newest first; absent in notes that were never changed. */
  earlier: z.array(z.object({ text: z.string(), until: z.string() })).default([]),
})
export const noteContent = encryptedJson(clientNotes.content, NoteContent)
export const taskContent = encryptedJson(clientTasks.content, Content)

type NoteRow = typeof clientNotes.$inferSelect
type TaskRow = typeof clientTasks.$inferSelect
type NameOf = (id: string) => ResponsibleManager

const toNote = (cipher: Cipher, nameOf: NameOf, row: NoteRow): Omit<ClientNote, 'mine'> => {
  const { text, earlier } = noteContent.decrypt(cipher, row.id, row.content)
  return {
    id: row.id,
    text,
    author: nameOf(row.authorId).name,
    shared: row.shared,
    createdAt: row.createdAt.toISOString(),
    editedAt: earlier[0]?.until ?? null,
    earlier,
  }
}

const toTask = (cipher: Cipher, nameOf: NameOf, row: TaskRow): ClientTask => ({
  id: row.id,
  text: taskContent.decrypt(cipher, row.id, row.content).text,
  dueOn: row.dueOn,
  assignee: nameOf(row.assigneeId),
  author: nameOf(row.authorId).name,
  shared: row.shared,
  createdAt: row.createdAt.toISOString(),
  doneAt: row.doneAt?.toISOString() ?? null,
  doneBy: row.doneById === null ? null : nameOf(row.doneById).name,
})

export const readNotes = async (db: Database, keyring: Keyring, userId: string, rows: readonly NoteRow[]) => {
  if (rows.length === 0) return []
  const cipher = await keyring.cipherForUser(db, userId)
  const nameOf = await readManagerNames(
    db,
    keyring,
    rows.map(({ authorId }) => authorId),
  )
  return rows.map(row => toNote(cipher, nameOf, row))
}

export const readTasks = async (db: Database, keyring: Keyring, userId: string, rows: readonly TaskRow[]) => {
  if (rows.length === 0) return []
  const cipher = await keyring.cipherForUser(db, userId)
  const nameOf = await readManagerNames(
    db,
    keyring,
    rows.flatMap(({ authorId, assigneeId, doneById }) => [authorId, assigneeId, doneById]),
  )
  return rows.map(row => toTask(cipher, nameOf, row))
}

export const readTask = async (db: Database, keyring: Keyring, row: TaskRow): Promise<ClientTask> => {
  const [task] = await readTasks(db, keyring, row.userId, [row])
  if (!task) throw new Error('a task that was just stored is gone')
  return task
}

/** Rows are deleted with the user's, except for an invitation with which the user did not register. */
export const staffPersonalData: PersonalDataSource = {
  name: 'staff',
  exportFiles: async (db, keyring, userId) => {
    const [user] = await db.select().from(users).where(eq(users.id, userId))
    if (!user) throw new AppError('no_session')
    const notes = await db
      .select()
      .from(clientNotes)
      .where(eq(clientNotes.userId, userId))
      .orderBy(asc(clientNotes.id))
    const tasks = await db
      .select()
      .from(clientTasks)
      .where(eq(clientTasks.userId, userId))
      .orderBy(asc(clientTasks.id))
    const [invited] = await db
      .select({ by: clientInvitations.invitedById, at: clientInvitations.sentAt })
      .from(clientInvitations)
      .where(eq(clientInvitations.userId, userId))
    return [
      jsonExportFile('staff.json', {
        invited: invited
          ? {
              by:
                invited.by === null
                  ? null
                  : (await readManagerNames(db, keyring, [invited.by]))(invited.by).name,
              at: invited.at,
            }
          : null,
        responsible: (await readResponsible(db, keyring, [user]))(user)?.name ?? null,
        notes: await readNotes(db, keyring, userId, notes),
        tasks: await readTasks(db, keyring, userId, tasks),
      }),
    ]
  },
  erase: (tx, keyring, { phoneNumber }) => deleteInvitationOf(tx, keyring.phoneIndex(phoneNumber)),
}

/** Deletes notes and tasks whose retention period since writing or completion has ended. */
export const clientNoteDisposal: Disposal = {
  kind: 'clientNotes',
  dispose: async (tx, { before, most }) => {
    const notes = tx
      .select({ id: clientNotes.id })
      .from(clientNotes)
      .where(lt(clientNotes.createdAt, before))
      .limit(most)
    const tasks = tx
      .select({ id: clientTasks.id })
      .from(clientTasks)
      .where(lt(clientTasks.doneAt, before))
      .limit(most)
    const gone = await tx
      .delete(clientNotes)
      .where(inArray(clientNotes.id, notes))
      .returning({ id: clientNotes.id })
    const done = await tx
      .delete(clientTasks)
      .where(inArray(clientTasks.id, tasks))
      .returning({ id: clientTasks.id })
    return gone.length + done.length
  },
}
