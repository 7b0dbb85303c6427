/** Kinds of work that waits for staff, in display order. */
export const workKinds = [
  'answer',
  'returned',
  'confirmation',
  'mailing',
  'review',
  'pull',
  'tradelines',
  'task',
] as const
export type WorkKind = (typeof workKinds)[number]

/** The name of a kind, and what staff do about it. */
export const workWords: Readonly<Record<WorkKind, { name: string; hint: string }>> = {
  answer: {
    name: 'Answers due',
    hint: 'Ask the client whether the answer came, and record it.',
  },
  returned: {
    name: 'Letters not delivered',
    hint: 'Check the address with the client, and mail the letter again.',
  },
  confirmation: {
    name: 'Letters to confirm',
    hint: 'Staff made these letters. Only the client can confirm them.',
  },
  mailing: {
    name: 'Letters to mail',
    hint: 'Open the account with a reason, read the letters, and press Send Physical.',
  },
  review: {
    name: 'Documents to review',
    hint: 'Open the account with a reason, look at Documents, and decide under Profile.',
  },
  pull: {
    name: 'Failed report pulls',
    hint: 'The source sent no report. Ask again, or import a file with the client.',
  },
  tradelines: {
    name: 'Tradeline requests',
    hint: 'The request went to your inbox. Mark it as handled once it is.',
  },
  task: {
    name: 'Tasks',
    hint: 'Do it, and mark it as done on the client’s page.',
  },
}

/** Work that has waited longer leaves the queue: it is no longer current. */
export const WORK_DAYS = 180

/** Counting stops here: more are shown as "99+". */
export const MAX_COUNTED = 99

/** Which work is shown: what is overdue or has no due day, also what is due within seven days, or everything. */
export const dueFilters = ['now', 'week', 'all'] as const
export type DueFilter = (typeof dueFilters)[number]

/** Whose work is shown: the manager's own, unassigned work, or everything the manager may see. */
export const managerFilters = ['mine', 'unassigned', 'all'] as const
export type ManagerFilter = (typeof managerFilters)[number]
