import { AppError } from '#api/errors.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { RequestContext } from '#platform/http/handler.ts'
import type { identity } from '../contract.ts'
import type { SessionKind } from '../session-rules.ts'
import type { Session } from './living-sessions.ts'
import { refreshSession } from './sessions.ts'
import {
  clearSessionTokens,
  readRefreshToken,
  type SessionSide,
  setSessionTokens,
} from './set-session-tokens.ts'

/** The kinds of session that each pair of cookies may hold, and the words of specification section 8. */
const sides: Readonly<
  Record<SessionSide, { kinds: readonly SessionKind[]; missing: string; failed: string }>
> = {
  user: {
    kinds: ['user', 'assist', 'read'],
    missing: 'No user refresh token available',
    failed: 'User token refresh failed',
  },
  manager: {
    kinds: ['manager'],
    missing: 'No manager refresh token available',
    failed: 'Manager token refresh failed',
  },
}

type Refreshing = Pick<RequestContext<(typeof identity)['refresh']>, 'body' | 'http' | 'audit' | 'now'>

/**
 * Exchanges the refresh token that a request brings for the next pair. A copied one ends its session, stands in the audit
 * trail with whose it was, and `tell` hears of it in the same transaction. Refuses `no_session`.
 */
export const refreshTokens = async (
  { db, vault }: { db: Database; vault: Keyring },
  { body, http, audit, now }: Refreshing,
  side: SessionSide,
  tell: (tx: Database, session: Session) => Promise<void> = async () => undefined,
) => {
  const { kinds, missing, failed } = sides[side]
  const token = readRefreshToken(http, body.refreshToken, side)
  const refreshed =
    token === null
      ? null
      : await db.transaction(async tx => {
          const given = await refreshSession(tx, vault, token, kinds, now)
          if (given.kind === 'reuse') {
            const { userId, managerId } = given.session
            await audit(tx, {
              userId: userId ?? undefined,
              managerId: managerId ?? undefined,
              outcome: 'no_session',
            })
            await tell(tx, given.session)
          }
          return given
        })
  if (refreshed?.kind !== 'pair') {
    if (http.web) clearSessionTokens(http, side)
    throw new AppError('no_session', { message: token === null ? missing : failed })
  }
  return setSessionTokens(http, vault, refreshed.pair)
}
