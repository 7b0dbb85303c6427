import { desc, eq } from 'drizzle-orm'
import type { OpenServer } from '../boot.ts'
import type { Config } from '../config/config.ts'
import { auditEvents } from '../db/tables.ts'
import { recordSystemAudit } from './audit-log.ts'

/** Settings that each server has for itself. */
type OwnOfServer =
  | 'host'
  | 'port'
  | 'metricsPort'
  | 'metricsHost'
  | 'drainSeconds'
  | 'logLevel'
  | 'dataDir'
  | 'keyringFile'

const sharedBy = (config: Config): Omit<Config, OwnOfServer> => {
  const { host, port, metricsPort, metricsHost, drainSeconds, logLevel, dataDir, keyringFile, ...shared } =
    config
  return shared
}

/**
 * Adds an audit row when a server starts with another configuration or release than the last one (OWASP ASVS
 * 5.0.0, 16.3.3). The row has the release and a keyed MAC of the values, not the values; settings that
 * differ between servers are left out.
 */
export const auditConfigurationChange = async (
  { database, keyring, clock }: Pick<OpenServer, 'database' | 'keyring' | 'clock'>,
  config: Config,
  release: string,
): Promise<void> => {
  const mac = keyring.mac('configuration', JSON.stringify(['configuration', sharedBy(config)]))
  const objectId = `${release} ${mac.toString('hex').slice(0, 16)}`
  const { act, at } = auditEvents
  const [last] = await database.db
    .select({ objectId: auditEvents.objectId })
    .from(auditEvents)
    .where(eq(act, 'configuration_changed'))
    .orderBy(desc(at))
    .limit(1)
  if (last?.objectId !== objectId)
    await recordSystemAudit(database.db, keyring, 'configuration_changed', { objectId }, clock())
}
