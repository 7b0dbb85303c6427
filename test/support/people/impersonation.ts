import { beginSession } from '#features/identity/server/sessions.ts'
import { saveImpersonation } from '#features/staff/server/impersonation.ts'
import { openKeyring } from '#platform/boot.ts'
import { newId } from '#platform/ids.ts'
import type { TestApp, Tokens } from '../app.ts'

/** The tokens of an invented manager in a client's account: assisting with a reason, otherwise read-only. */
export const startImpersonation = async (
  app: TestApp,
  userId: string,
  reason: string | null,
): Promise<Tokens> => {
  const { db } = app.database
  const keyring = await openKeyring(db, app.keyringFile)
  const [managerId, openingId, now] = [newId(), newId(), app.now()]
  const managerName = 'Nora Vale'
  const scope = reason === null ? 'read' : 'assist'
  const how = { proof: 'password', device: 'A program', now } as const
  return db.transaction(async tx => {
    const own = await beginSession(
      tx,
      keyring,
      { kind: 'manager', managerId, role: 'agent', appDue: false },
      how,
    )
    const managerSessionId = own.sessionId
    await saveImpersonation(tx, keyring, {
      id: openingId,
      managerId,
      managerSessionId,
      userId,
      scope,
      emergency: false,
      managerName,
      reason,
      startedAt: now,
      expiresAt: new Date(now.getTime() + 60 * 60_000),
    })
    const owner = { kind: scope, userId, managerId, managerName, openingId, managerSessionId } as const
    const { access, refresh } = await beginSession(tx, keyring, owner, how)
    return { accessToken: access, refreshToken: refresh }
  })
}
