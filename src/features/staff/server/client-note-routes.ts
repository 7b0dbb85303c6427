import { and, asc, desc, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '#api/errors.ts'
import { lockUser } from '#features/identity/server/store.ts'
import { users } from '#features/identity/server/tables.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { Handlers } from '#platform/http/handler.ts'
import type { Idempotency } from '#platform/http/idempotency.ts'
import { newId } from '#platform/ids.ts'
import type { AgentPolicy } from '../client-access.ts'
import type { ClientNote, clients } from '../client-contract.ts'
import { lockServingManager, readResponsible, requireServing } from './assignments.ts'
import { noteContent, readNotes, readTask, readTasks, taskContent } from './client-notes.ts'
import { notePageRead } from './page-reads.ts'
import { clientNotes, clientTasks } from './tables.ts'

const NOTES_A_PAGE = 20
const DONE_SHOWN = 20
/** The most open tasks of one client; all are shown. */
const MAX_OPEN = 100
const SHARED_SHOWN = 50
/** A note that needs more changes should be a new note. */
const MAX_CHANGES = 20

type Deps = { db: Database; keyring: Keyring; policies: AgentPolicy; idempotency: Idempotency }
type NotesAndTasks = Pick<
  typeof clients,
  'notes' | 'addNote' | 'changeNote' | 'tasks' | 'addTask' | 'setTask' | 'shared'
>

const Made = z.object({ id: z.string() })

export const noteRoutes = (deps: Deps): Handlers<NotesAndTasks> => {
  const { db, keyring, idempotency } = deps

  /** Notes with whether this manager may change them. */
  const readOwn = async (
    from: Database,
    clientId: string,
    rows: readonly (typeof clientNotes.$inferSelect)[],
    managerId: string,
  ): Promise<ClientNote[]> => {
    const notes = await readNotes(from, keyring, clientId, rows)
    return notes.map((note, index) => ({ ...note, mine: rows[index]?.authorId === managerId }))
  }

  return {
    notes: async ({ params: { clientId }, query: { before }, principal, audit, now }) => {
      await requireServing(deps, principal, clientId)
      const rows = await db
        .select()
        .from(clientNotes)
        .where(
          and(
            eq(clientNotes.userId, clientId),
            before === undefined ? undefined : lt(clientNotes.id, before),
          ),
        )
        .orderBy(desc(clientNotes.id))
        .limit(NOTES_A_PAGE + 1)
      const page = rows.slice(0, NOTES_A_PAGE)
      const data = await readOwn(db, clientId, page, principal.managerId)
      await notePageRead(db, { clientId, principal, audit, now })
      return { data, next: rows.length > NOTES_A_PAGE ? (page.at(-1)?.id ?? null) : null }
    },

    addNote: async ({ params: { clientId }, body, principal, idempotencyKey, audit, now }) => {
      await requireServing(deps, principal, clientId)
      const { managerId } = principal
      const scope = `note|${managerId}|${clientId}`
      const { id } = await idempotency.run(
        { scope, key: idempotencyKey, body, owner: clientId },
        async tx => {
          await requireServing({ ...deps, db: tx }, principal, clientId)
          const made = newId()
          const cipher = await keyring.cipherForUser(tx, clientId)
          await tx.insert(clientNotes).values({
            id: made,
            userId: clientId,
            authorId: managerId,
            content: noteContent.encrypt(cipher, made, { text: body.text, earlier: [] }),
            shared: body.shared,
            createdAt: now,
          })
          await audit(tx, { userId: clientId, objectId: made })
          return { id: made }
        },
        remembered => Made.parse(remembered),
      )
      const rows = await db.select().from(clientNotes).where(eq(clientNotes.id, id))
      const [note] = await readOwn(db, clientId, rows, managerId)
      if (!note) throw new AppError('not_found')
      return note
    },

    changeNote: async ({ params: { clientId, noteId }, body, principal, audit, now }) =>
      db.transaction(async tx => {
        await requireServing({ ...deps, db: tx }, principal, clientId)
        const which = and(eq(clientNotes.id, noteId), eq(clientNotes.userId, clientId))
        const [row] = await tx.select().from(clientNotes).where(which).for('update')
        if (!row) throw new AppError('not_found')
        if (row.authorId !== principal.managerId)
          throw new AppError('not_allowed', {
            message: 'Only the manager who wrote this note can change it. Add a note of your own.',
          })
        const cipher = await keyring.cipherForUser(tx, clientId)
        const { text, earlier } = noteContent.decrypt(cipher, noteId, row.content)
        const changed = { ...row, shared: body.shared }
        if (body.text !== text) {
          if (earlier.length >= MAX_CHANGES)
            throw new AppError('conflict', {
              message: `This note was changed ${MAX_CHANGES} times. Add another note.`,
            })
          const before = [{ text, until: now.toISOString() }, ...earlier]
          changed.content = noteContent.encrypt(cipher, noteId, { text: body.text, earlier: before })
        }
        await tx.update(clientNotes).set({ content: changed.content, shared: changed.shared }).where(which)
        await audit(tx, { userId: clientId, objectId: noteId })
        const [note] = await readOwn(tx, clientId, [changed], principal.managerId)
        if (!note) throw new Error('a note that was just stored is gone')
        return note
      }),

    tasks: async ({ params: { clientId }, principal, audit, now }) => {
      await requireServing(deps, principal, clientId)
      const ofClient = eq(clientTasks.userId, clientId)
      const open = await db
        .select()
        .from(clientTasks)
        .where(and(ofClient, isNull(clientTasks.doneAt)))
        .orderBy(asc(clientTasks.dueOn), asc(clientTasks.id))
        .limit(MAX_OPEN)
      const done = await db
        .select()
        .from(clientTasks)
        .where(and(ofClient, isNotNull(clientTasks.doneAt)))
        .orderBy(desc(clientTasks.doneAt), desc(clientTasks.id))
        .limit(DONE_SHOWN)
      const data = {
        open: await readTasks(db, keyring, clientId, open),
        done: await readTasks(db, keyring, clientId, done),
      }
      await notePageRead(db, { clientId, principal, audit, now })
      return data
    },

    addTask: async ({ params: { clientId }, body, principal, idempotencyKey, audit, now }) => {
      await requireServing(deps, principal, clientId)
      const { text, dueOn, assigneeId, shared } = body
      const { managerId } = principal
      const scope = `task|${managerId}|${clientId}`
      const { id } = await idempotency.run(
        { scope, key: idempotencyKey, body, owner: clientId },
        async tx => {
          await lockServingManager(tx, 'assigneeId', assigneeId)
          await lockUser(tx, clientId)
          await requireServing({ ...deps, db: tx }, principal, clientId)
          const open = await tx.$count(
            clientTasks,
            and(eq(clientTasks.userId, clientId), isNull(clientTasks.doneAt)),
          )
          if (open >= MAX_OPEN)
            throw new AppError('conflict', {
              message: `This client has ${MAX_OPEN} open tasks. Finish some of them first.`,
            })
          const made = newId()
          const cipher = await keyring.cipherForUser(tx, clientId)
          await tx.insert(clientTasks).values({
            id: made,
            userId: clientId,
            authorId: managerId,
            assigneeId,
            content: taskContent.encrypt(cipher, made, { text }),
            dueOn,
            shared,
            createdAt: now,
          })
          await audit(tx, { userId: clientId, objectId: made })
          return { id: made }
        },
        remembered => Made.parse(remembered),
      )
      const [row] = await db.select().from(clientTasks).where(eq(clientTasks.id, id))
      if (!row) throw new AppError('not_found')
      return readTask(db, keyring, row)
    },

    setTask: async ({ params: { clientId, taskId }, body, principal, audit, now }) =>
      db.transaction(async tx => {
        if (body.assigneeId !== undefined) await lockServingManager(tx, 'assigneeId', body.assigneeId)
        await requireServing({ ...deps, db: tx }, principal, clientId)
        const theirs = and(eq(clientTasks.id, taskId), eq(clientTasks.userId, clientId))
        const [row] = await tx.select().from(clientTasks).where(theirs).for('update')
        if (!row) throw new AppError('not_found')
        const { done, ...change } = body
        const isChange = done !== undefined && done !== (row.doneAt !== null)
        const changed = {
          ...change,
          ...(isChange && { doneAt: done ? now : null, doneById: done ? principal.managerId : null }),
        }
        if (Object.keys(changed).length > 0) await tx.update(clientTasks).set(changed).where(theirs)
        await audit(tx, { userId: clientId, objectId: taskId })
        return readTask(tx, keyring, { ...row, ...changed })
      }),

    shared: async ({ principal: { userId } }) => {
      const [user] = await db.select().from(users).where(eq(users.id, userId))
      if (!user) throw new AppError('no_session')
      const notes = await db
        .select()
        .from(clientNotes)
        .where(and(eq(clientNotes.userId, userId), eq(clientNotes.shared, true)))
        .orderBy(desc(clientNotes.id))
        .limit(SHARED_SHOWN)
      const tasks = await db
        .select()
        .from(clientTasks)
        .where(and(eq(clientTasks.userId, userId), eq(clientTasks.shared, true)))
        .orderBy(desc(clientTasks.id))
        .limit(SHARED_SHOWN)
      const responsible = (await readResponsible(db, keyring, [user]))(user)
      return {
        responsible: responsible?.active ? responsible.name : null,
        notes: await readNotes(db, keyring, userId, notes),
        tasks: await readTasks(db, keyring, userId, tasks),
      }
    },
  }
}
