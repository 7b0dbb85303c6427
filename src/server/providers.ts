import { join } from 'node:path'
import { table } from '#api/table.ts'
import { ownCodes, serviceCodes } from '#features/identity/server/code-ways.ts'
import { ticketsIn } from '#features/sandbox/server/portal.ts'
import { outboxIn } from '#features/sandbox/server/store.ts'
import { httpCreditData } from '#providers/credit-data/http.ts'
import { sandboxCreditData } from '#providers/credit-data/sandbox.ts'
import { sandboxEmail } from '#providers/email/sandbox.ts'
import { smtpEmail } from '#providers/email/smtp.ts'
import type { Outbox } from '#providers/outbox.ts'
import { sandboxPortal } from '#providers/portal/sandbox.ts'
import { signedLinkPortal } from '#providers/portal/signed-link.ts'
import { sandboxSms } from '#providers/sms/sandbox.ts'
import { twilioMessages } from '#providers/sms/twilio-messages.ts'
import { twilioVerify } from '#providers/sms/twilio-verify.ts'
import { twilioTexts } from '#providers/sms/twilio-webhook.ts'
import { diskStorage } from '#providers/storage/disk.ts'
import { s3Storage } from '#providers/storage/s3.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import type { Vault } from './sealed.ts'

/** How codes and notices travel and what people text back: by Twilio when it is configured, else on this machine. */
const textsBy = ({ twilio, publicUrl }: Config, outbox: Outbox) => {
  if (twilio === null) {
    const sms = sandboxSms(outbox)
    return { sandbox: true, sms, codes: ownCodes(sms, publicUrl.hostname), readText: null }
  }
  const url = `${publicUrl.origin}/api/v1${table.identity.takeText.path}`
  const readText = twilioTexts({ authToken: twilio.authToken, url })
  if (twilio.way === 'verify')
    return { sandbox: false, sms: null, codes: serviceCodes(twilioVerify(twilio)), readText }
  const sms = twilioMessages(twilio)
  return { sandbox: false, sms, codes: ownCodes(sms, publicUrl.hostname), readText }
}

/** The one choice of providers: each is real when the configuration has it, else its sandbox. */
export const providersBy = (
  config: Config,
  { db, vault, clock }: { db: Database; vault: Vault; clock: Clock },
) => {
  const outbox = outboxIn(db, vault.system, clock)
  const texts = textsBy(config, outbox)
  const email = config.smtp ? smtpEmail(config.smtp) : sandboxEmail(outbox)
  const portal = config.portal
    ? signedLinkPortal(config.portal)
    : sandboxPortal(ticketsIn(db), config.publicUrl.origin)
  const creditData = config.creditData
    ? httpCreditData(config.creditData)
    : sandboxCreditData(config.timeZone)
  const all = [texts, email, portal, creditData]
  return {
    texts,
    email,
    portal,
    creditData,
    storage: config.s3 ? s3Storage(config.s3) : diskStorage(join(config.dataDir, 'files')),
    /** Whether any provider is a sandbox, and whether all are and nothing leaves this machine. */
    sandboxed: all.some(({ sandbox }) => sandbox),
    whole: all.every(({ sandbox }) => sandbox) && config.s3 === null,
  }
}
