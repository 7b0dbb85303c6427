import { join } from 'node:path'
import { ownCodes, serviceCodes } from '#features/identity/server/send-code.ts'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config/config.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { Enqueue } from '#platform/jobs/jobs.ts'
import { type CallMetrics, createInstrument, type Instrument } from '#platform/telemetry/metrics.ts'
import type { Tracing } from '#platform/telemetry/tracing.ts'
import { httpCreditData } from '#providers/credit-data/http.ts'
import { mismoOrders } from '#providers/credit-data/mismo-order.ts'
import type { CreditData } from '#providers/credit-data/port.ts'
import { googleVision } from '#providers/document-text/google-vision.ts'
import { createHttpCall, type FetchBytes } from '#providers/http-call.ts'
import { twilioIdentityCheck } from '#providers/identity-check/twilio-lookup.ts'
import { openAiLanguage } from '#providers/language/openai.ts'
import { lobMailProvider } from '#providers/letters/lob.ts'
import type { LobTimeouts } from '#providers/letters/lob-http.ts'
import { lobWebhookParser } from '#providers/letters/lob-webhook.ts'
import { signedLinkPortal } from '#providers/portal/signed-link.ts'
import { isLoopback, publicLookup } from '#providers/public-address.ts'
import type { CodeService, OnText, Sms } from '#providers/sms/port.ts'
import {
  explainUndelivered,
  twilioDeliveries,
  twilioMessages,
  twilioTexts,
  twilioVerify,
} from '#providers/sms/twilio.ts'
import { diskStorage } from '#providers/storage/disk.ts'
import { httpTradelineFeed } from '#providers/tradeline-feed/http.ts'
import { sandboxCreditData } from '#sandbox/providers/credit-data.ts'
import { sandboxIdentityCheck } from '#sandbox/providers/identity-check.ts'
import { type Outbox, sandboxEmail, sandboxSms } from '#sandbox/providers/outbox.ts'
import { sandboxTradelineFeed } from '#sandbox/providers/tradeline-feed.ts'
import { createOutbox } from '#sandbox/server/outbox.ts'
import { createTickets, sandboxPortal } from '#sandbox/server/portal.ts'
import { createSandboxMailProvider } from '#sandbox/server/post-office.ts'
import { endpointTable } from './api/table.ts'

/** How codes and notices are texted and incoming texts read: by Twilio if it is configured, otherwise in the sandbox. */
const createTextMessaging = (
  { twilio, publicUrl, operator }: Config,
  call: FetchBytes,
  outbox: Outbox,
  watched: Instrument,
  onText: OnText,
) => {
  const counted = (sms: Sms): Sms => ({
    ...sms,
    send: async message => {
      await sms.send(message)
      onText(message.to, message.reference)
    },
  })
  if (twilio === null) {
    const sms = watched('sms', counted(sandboxSms(outbox)))
    return {
      sandbox: true,
      sms,
      codes: ownCodes(sms, publicUrl.hostname, operator.senderName),
      readText: null,
      deliveries: null,
    }
  }
  const webhook = ({ path }: { path: string }) => `${publicUrl.origin}/api/v1${path}`
  const readText = twilioTexts({ authToken: twilio.authToken, url: webhook(endpointTable.identity.takeText) })
  if (twilio.way === 'verify') {
    const service = twilioVerify({ ...twilio, call })
    const send: CodeService['send'] = async phone => {
      await service.send(phone)
      onText(phone, undefined)
    }
    return {
      sandbox: false,
      sms: null,
      codes: serviceCodes(watched('sms', { ...service, send })),
      readText,
      // Verify does not report on single texts.
      deliveries: null,
    }
  }
  const statusUrl = webhook(endpointTable.identity.takeDelivery)
  // Twilio refuses a text whose callback address it cannot reach.
  const reached = isLoopback(publicUrl.hostname) ? null : statusUrl
  const sms = watched('sms', counted(twilioMessages({ ...twilio, call, statusUrl: reached })))
  const { delivery } = watched('sms', {
    delivery: twilioDeliveries({ authToken: twilio.authToken, url: statusUrl }),
  })
  return {
    sandbox: false,
    sms,
    codes: ownCodes(sms, publicUrl.hostname, operator.senderName),
    readText,
    deliveries: { read: delivery, explain: explainUndelivered },
  }
}

const createCreditData = ({ creditData, timeZone }: Config, call: FetchBytes): CreditData => {
  switch (creditData?.kind) {
    case 'bridge':
      return httpCreditData({ ...creditData, call })
    case 'mismo-order':
      return mismoOrders({ ...creditData, call })
    case undefined:
      return sandboxCreditData(timeZone)
  }
}

/**
 * Chooses all providers: each is real, its sandbox, or null if disabled. Adapters with large packages are imported only
 * when chosen, because loading them delays the start.
 */
export const createProviders = async (
  config: Config,
  {
    db,
    keyring,
    clock,
    enqueue,
    calls = null,
    tracing = null,
    onText = () => undefined,
    lobTimeouts = {},
  }: {
    db: Database
    keyring: Keyring
    clock: Clock
    enqueue: Enqueue
    calls?: CallMetrics | null
    tracing?: Tracing | null
    onText?: OnText
    lobTimeouts?: LobTimeouts
  },
) => {
  const watched = createInstrument(calls, tracing)
  const outbox = createOutbox(db, keyring.system, clock)
  const lookup = publicLookup(config.privateHosts)
  const call = createHttpCall(lookup)
  const texts = createTextMessaging(config, call, outbox, watched, onText)
  const email = watched(
    'email',
    config.smtp
      ? (await import('#providers/email/smtp.ts')).smtpEmail({
          ...config.smtp,
          ...(config.operator.folder && { name: config.operator.senderName }),
        })
      : sandboxEmail(outbox),
  )
  const { modes } = config
  const { timeZone } = config
  const mailProvider =
    modes.mailing === 'off'
      ? null
      : watched(
          'letters',
          config.lob
            ? lobMailProvider({ ...config.lob, ...lobTimeouts, call, clock })
            : createSandboxMailProvider({ db, cipher: keyring.system, clock, enqueue, timeZone }),
        )
  const portal =
    modes.portal === 'off'
      ? null
      : watched(
          'portal',
          config.portal
            ? signedLinkPortal(config.portal)
            : sandboxPortal(createTickets(db), config.publicUrl.origin),
        )
  const creditData =
    modes['credit-data'] === 'off' ? null : watched('credit-data', createCreditData(config, call))
  const tradelineFeed =
    modes.tradelines === 'off'
      ? null
      : watched(
          'tradeline-feed',
          config.tradelineFeed
            ? httpTradelineFeed({ ...config.tradelineFeed, call })
            : sandboxTradelineFeed(timeZone),
        )
  const identityCheck = watched(
    'identity-check',
    config.lookupUrl && config.twilio
      ? twilioIdentityCheck({ ...config.twilio, lookupUrl: config.lookupUrl, call })
      : sandboxIdentityCheck,
  )
  /** There is no sandbox for speech recognition. */
  const language = config.language && watched('language', openAiLanguage({ ...config.language, call }))
  /** There is no sandbox for reading text in pictures. */
  const documentText = config.vision && watched('document-text', googleVision({ ...config.vision, call }))
  /** Browsers accept notifications only from their own push service, so there is no sandbox. */
  const push =
    config.push &&
    watched('push', (await import('#providers/push/web-push.ts')).vapidPush({ ...config.push, call }))
  const all = [texts, mailProvider, email, portal, creditData, tradelineFeed].filter(
    provider => provider !== null,
  )
  return {
    texts,
    mailProvider,
    /** Parses the mail provider's webhooks; without a provider none is accepted. */
    readNotice: lobWebhookParser(config.lob?.webhookSecrets ?? []),
    email,
    portal,
    creditData,
    identityCheck,
    tradelineFeed,
    language,
    documentText,
    push,
    storage: watched(
      'storage',
      config.s3
        ? (await import('#providers/storage/s3.ts')).s3Storage(config.s3, { lookup })
        : diskStorage(join(config.dataDir, 'files')),
    ),
    /** Whether any provider is a sandbox, and whether all are and nothing leaves this machine. */
    sandboxed: all.some(({ sandbox }) => sandbox),
    whole:
      all.every(({ sandbox }) => sandbox) &&
      [language, documentText, push, config.s3].every(provider => provider === null),
  }
}
