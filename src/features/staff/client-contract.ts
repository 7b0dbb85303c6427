import { z } from 'zod'
import { defineEndpoints, type EndpointReply } from '#api/endpoint.ts'
import { Client, ResponsibleManager, Role, serving } from './contract.ts'

const Id = z.uuid('This is not an id')
const params = z.strictObject({ clientId: Id })

/** Lines of text without control characters, lone surrogates or bidi controls. */
const Lines = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'Write something')
    .max(max, `Use at most ${max} characters`)
    .regex(/^[^\p{Cs}\p{Bidi_Control}\p{Zl}\p{Zp}]*$/u, 'Use letters, digits and common signs only')
    .regex(/^(?:\P{Cc}|\n|\r\n|\t)*$/u, 'Use letters, digits and common signs only')

const Day = z.iso.date('Enter a day as YYYY-MM-DD')

const ClientNote = z
  .object({
    id: z.string(),
    text: z.string(),
    author: z.string(),
    /** Whether the client can read it. */
    shared: z.boolean(),
    createdAt: z.string(),
    /** When its author last changed it. */
    editedAt: z.string().nullable(),
    /** Earlier texts, newest first, and until when each was current. */
    earlier: z.array(z.object({ text: z.string(), until: z.string() })),
    /** Whether the caller wrote it and may change it. */
    mine: z.boolean(),
  })
  .meta({ id: 'ClientNote' })
export type ClientNote = z.output<typeof ClientNote>

const ClientTask = z
  .object({
    id: z.string(),
    text: z.string(),
    /** `YYYY-MM-DD`. */
    dueOn: z.string(),
    assignee: ResponsibleManager,
    author: z.string(),
    /** Whether the client can read it. */
    shared: z.boolean(),
    createdAt: z.string(),
    doneAt: z.string().nullable(),
    doneBy: z.string().nullable(),
  })
  .meta({ id: 'ClientTask' })
export type ClientTask = z.output<typeof ClientTask>

export const clients = defineEndpoints({
  read: {
    method: 'GET',
    path: '/manager/clients/:clientId',
    auth: 'manager',
    scope: 'clients:read',
    params,
    reply: Client.extend({
      /** What this manager may do: serve the client, take an unassigned client, or only read this. */
      access: z.enum(['serve', 'take', 'list']),
    }),
    errors: ['not_found', 'not_own_client'],
    fallback: 'Failed to load the client',
    rateLimit: 'read',
    audit: 'client_page_read',
    summary: 'One client as the list shows them, with what this manager may do',
  },
  colleagues: {
    method: 'GET',
    path: '/manager/colleagues',
    auth: serving,
    reply: z.object({ data: z.array(z.object({ id: z.string(), name: z.string(), role: Role })) }),
    fallback: 'Failed to load managers',
    rateLimit: 'read',
    summary: 'The active managers who can be responsible for clients, by name',
  },
  assign: {
    method: 'PUT',
    path: '/manager/clients/:clientId/manager',
    auth: serving,
    params,
    body: z.strictObject({
      managerId: Id.nullable(),
      /** Who is responsible as far as the caller knows; `conflict` if that changed. */
      expected: Id.nullable(),
    }),
    reply: z.object({ responsible: ResponsibleManager.nullable() }),
    errors: ['not_found', 'not_allowed', 'conflict', 'not_own_client'],
    fallback: 'Failed to change who is responsible',
    rateLimit: 'staffWrite',
    audit: 'client_assigned',
    summary: 'Set or clear the responsible manager of a client; an agent can only take a client without one',
  },
  notes: {
    method: 'GET',
    path: '/manager/clients/:clientId/notes',
    auth: serving,
    params,
    query: z.strictObject({ before: Id.optional() }),
    reply: z.object({ data: z.array(ClientNote), next: z.string().nullable() }),
    errors: ['not_found', 'not_own_client'],
    fallback: 'Failed to load notes',
    rateLimit: 'read',
    audit: 'client_page_read',
    summary: 'Notes of staff on a client, newest first; `next` is the `before` of the next page',
  },
  addNote: {
    method: 'POST',
    path: '/manager/clients/:clientId/notes',
    auth: serving,
    params,
    body: z.strictObject({ text: Lines(2_000), shared: z.boolean() }),
    reply: ClientNote,
    status: 201,
    errors: ['not_found', 'not_own_client'],
    fallback: 'Failed to add the note',
    rateLimit: 'staffWrite',
    idempotent: true,
    audit: 'client_note_added',
    summary: 'Add a note on a client; a shared one is shown to the client',
  },
  changeNote: {
    method: 'PATCH',
    path: '/manager/clients/:clientId/notes/:noteId',
    auth: serving,
    params: params.extend({ noteId: Id }),
    body: z.strictObject({ text: Lines(2_000), shared: z.boolean() }),
    reply: ClientNote,
    errors: ['not_found', 'not_own_client', 'not_allowed', 'conflict'],
    fallback: 'Failed to change the note',
    rateLimit: 'staffWrite',
    audit: 'client_note_changed',
    summary: 'Change a note, as its author; the previous text is kept',
  },
  tasks: {
    method: 'GET',
    path: '/manager/clients/:clientId/tasks',
    auth: serving,
    params,
    reply: z.object({ open: z.array(ClientTask), done: z.array(ClientTask) }),
    errors: ['not_found', 'not_own_client'],
    fallback: 'Failed to load tasks',
    rateLimit: 'read',
    audit: 'client_page_read',
    summary: 'Open tasks for a client, the earliest due first, and the last 20 that were done',
  },
  addTask: {
    method: 'POST',
    path: '/manager/clients/:clientId/tasks',
    auth: serving,
    params,
    body: z.strictObject({ text: Lines(500), dueOn: Day, assigneeId: Id, shared: z.boolean() }),
    reply: ClientTask,
    status: 201,
    errors: ['not_found', 'not_own_client', 'conflict'],
    fallback: 'Failed to add the task',
    rateLimit: 'staffWrite',
    idempotent: true,
    audit: 'client_task_added',
    summary: 'Add a task for a client, with a manager and a due date',
  },
  setTask: {
    method: 'PATCH',
    path: '/manager/clients/:clientId/tasks/:taskId',
    auth: serving,
    params: params.extend({ taskId: Id }),
    body: z.strictObject({ done: z.boolean(), assigneeId: Id, dueOn: Day }).partial(),
    reply: ClientTask,
    errors: ['not_found', 'not_own_client'],
    fallback: 'Failed to change the task',
    rateLimit: 'staffWrite',
    audit: 'client_task_changed',
    summary: 'Complete, reopen, reassign or reschedule a task',
  },
  shared: {
    method: 'GET',
    path: '/user/staff-notes',
    auth: 'user',
    reply: z.object({
      /** Name of the responsible manager; null while there is none. */
      responsible: z.string().nullable(),
      notes: z.array(
        ClientNote.pick({ id: true, text: true, author: true, createdAt: true, editedAt: true }),
      ),
      tasks: z.array(
        ClientTask.pick({ id: true, text: true, author: true, dueOn: true, createdAt: true, doneAt: true }),
      ),
    }),
    fallback: 'Failed to load what our staff wrote to you',
    rateLimit: 'read',
    summary: 'The last 50 notes and tasks that staff share with the user, newest first',
  },
})

/** The data of a client's page. */
export type ClientFile = EndpointReply<typeof clients.read>
